import type { RowLimit } from "#base/grants.ts";
import classes from "#features/access/roles/web/ReachMark.module.css";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type ReachMarkProps = { readonly limits: readonly RowLimit[]; readonly isDangerous?: boolean };

/** How far a permission reaches, as one small mark: every row, those inside the scopes, one's own, or none. */
export function ReachMark({ limits, isDangerous = false }: ReachMarkProps) {
  const t = useMessages("roles");
  const key = limits.length > 1 ? "scopeAndOwn" : (limits[0] ?? "none");
  return (
    <span className={classes.mark} data-reach={key} data-dangerous={isDangerous || undefined}>
      {isDangerous && <IconAlertTriangle size={12} aria-hidden />}
      {t(`reach.${key}`)}
    </span>
  );
}
