import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { actionTitle, resourceTitle } from "#features/access/permissions/rules.ts";
import { choicesOf, isHeld, type MatrixRow } from "#features/access/roles/rules.ts";
import type { MatrixProps } from "#features/access/roles/web/MatrixGrid.tsx";
import classes from "#features/access/roles/web/MatrixList.module.css";
import { ReachMark } from "#features/access/roles/web/ReachMark.tsx";
import { BottomSheet } from "#web/ui/BottomSheet.tsx";
import { IconAlertTriangle, IconChevronRight } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The matrix on a phone: resources one below the other, each opening its actions. */
export function MatrixList(props: MatrixProps) {
  const { matrix, limitsOf } = props;
  const t = useMessages("roles");
  const language = useLanguage();
  const [opened, setOpened] = useState<string | null>(null);
  const row = matrix.groups.flatMap((part) => part.rows).find(({ resource }) => resource === opened);
  return (
    <div data-matrix>
      {matrix.groups.map(({ group, rows }) => (
        <section key={group} className={classes.group}>
          <h2>{t(`groups.${group}`)}</h2>
          <ul>
            {rows.map(({ resource, cells }) => (
              <li key={resource}>
                <button type="button" onClick={() => setOpened(resource)}>
                  <span className={classes.text}>
                    <b>{resourceTitle(resource, language)}</b>
                    <small>{summaryOf([...cells.values()])}</small>
                  </span>
                  <IconChevronRight size={18} className="flip" aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <BottomSheet
        title={opened === null ? "" : resourceTitle(opened, language)}
        isOpen={row !== undefined}
        onClose={() => setOpened(null)}
      >
        {row && <Actions {...props} row={row} />}
      </BottomSheet>
    </div>
  );

  function summaryOf(cells: readonly Parameters<typeof limitsOf>[0][]): string {
    const granted = cells.filter((cell) => limitsOf(cell).length > 0);
    if (granted.length === 0) return t("reach.texts.none");
    return granted.map(({ action }) => actionTitle(action, language)).join(" · ");
  }
}

function Actions({ row, matrix, limitsOf, isReadOnly, onSet }: MatrixProps & { readonly row: MatrixRow }) {
  const t = useMessages("roles");
  const language = useLanguage();
  return (
    <ul className={classes.actions}>
      {matrix.columns.map(({ action }) => {
        const cell = row.cells.get(action);
        if (cell === undefined) return null;
        const limits = limitsOf(cell);
        const title = (
          <span className={classes.action} data-dangerous={cell.isDangerous || undefined}>
            {cell.isDangerous && <IconAlertTriangle size={15} aria-label={t("matrix.dangerous")} role="img" />}
            {actionTitle(action, language)}
          </span>
        );
        return (
          <li key={action}>
            {title}
            {isReadOnly ? (
              <ReachMark limits={limits} isDangerous={cell.isDangerous} />
            ) : (
              <NativeSelect
                aria-label={actionTitle(action, language)}
                value={limits.join()}
                onChange={({ currentTarget }) => {
                  const chosen = choicesOf(cell).find((choice) => choice.join() === currentTarget.value);
                  onSet(cell, [...(chosen ?? [])]);
                }}
                data={choicesOf(cell).map((choice) => ({
                  value: choice.join(),
                  label: t(`reach.texts.${choice.length > 1 ? "scopeAndOwn" : (choice[0] ?? "none")}`),
                  disabled: !isHeld(cell, choice),
                }))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
