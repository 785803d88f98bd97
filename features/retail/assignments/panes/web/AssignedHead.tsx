import type { Assignment } from "#features/retail/assignments/contract/rows.ts";
import classes from "#features/retail/assignments/panes/web/AssignedPane.module.css";
import { useAssignTexts } from "#features/retail/assignments/web/useAssignTexts.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { useMessages } from "#web/useMessages.ts";

type AssignedHeadProps = {
  readonly rows: readonly Assignment[];
  readonly total: number | null;
  /** Null if the user may not change any. */
  readonly ticked: ReadonlySet<string> | null;
  readonly onTick: (ids: readonly string[], isTicked: boolean) => void;
};

/** Above the assigned products: their number, and a checkbox for all shown ones. */
export function AssignedHead({ rows, total, ticked, onTick }: AssignedHeadProps) {
  const t = useMessages("assignments");
  const texts = useAssignTexts();
  const ids = rows.map(({ id }) => id);
  const count = ids.filter((id) => ticked?.has(id)).length;
  const all = ids.length > 0 && count === ids.length;
  return (
    <div className={classes.headRow}>
      {ticked ? (
        <CheckMark
          label={t("chooseAll")}
          isChecked={all}
          isMixed={count > 0 && !all}
          onChange={() => onTick(ids, !all)}
        />
      ) : (
        <span />
      )}
      <span>
        {total === null ? t("columns.product") : t("products", { count: total, figure: texts.figure(total) })}
      </span>
      <span className={classes.wide}>{t("columns.status")}</span>
      <span className={classes.wide}>{t("columns.halal")}</span>
      <span className={classes.wide}>{t("columns.stock")}</span>
      <span className={classes.figure}>{t("columns.price")}</span>
      <span className={classes.figure}>{t("columns.rate")}</span>
      <span />
    </div>
  );
}
