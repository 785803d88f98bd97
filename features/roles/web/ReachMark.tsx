import type { RowLimit } from "#base/grants.ts";
import classes from "#features/roles/web/ReachMark.module.css";
import { useWords } from "#web/useWords.ts";

type ReachMarkProps = { readonly limits: readonly RowLimit[]; readonly isDangerous?: boolean };

/** How far a permission reaches, as one small mark: every row, those inside the scopes, one's own, or none. */
export function ReachMark({ limits, isDangerous = false }: ReachMarkProps) {
  const t = useWords("roles");
  const key = limits.length > 1 ? "scopeAndOwn" : (limits[0] ?? "none");
  return (
    <span className={classes.mark} data-reach={key} data-dangerous={isDangerous || undefined}>
      {t(`reach.${key}`)}
    </span>
  );
}
