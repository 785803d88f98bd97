import { useState } from "react";
import type { RowLimit } from "#base/grants.ts";
import { actionTitle, permissionTitle, resourceTitle } from "#features/access/permissions/rules.ts";
import type { Grantable } from "#features/access/roles/contract.ts";
import type { Matrix, MatrixRow } from "#features/access/roles/rules.ts";
import classes from "#features/access/roles/web/MatrixGrid.module.css";
import { ReachMark } from "#features/access/roles/web/ReachMark.tsx";
import { ReachMenu } from "#features/access/roles/web/ReachMenu.tsx";
import { useGridKeys } from "#features/access/roles/web/useGridKeys.ts";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

export type MatrixProps = {
  readonly matrix: Matrix;
  readonly limitsOf: (cell: Grantable) => readonly RowLimit[];
  readonly isReadOnly: boolean;
  readonly onSet: (cell: Grantable, limits: RowLimit[]) => void;
};

/**
 * The matrix on a desk. One cell is the tab stop; arrow keys move along the line of reading, the space bar sets the next
 * reach, Enter and a click ask which.
 */
export function MatrixGrid({ matrix, limitsOf, isReadOnly, onSet }: MatrixProps) {
  const t = useMessages("roles");
  const language = useLanguage();
  const [asked, setAsked] = useState<{ cell: Grantable; at: HTMLElement } | null>(null);
  const rows = matrix.groups.flatMap((part) => part.rows);
  const keys = useGridKeys({
    rows,
    actions: matrix.columns.map(({ action }) => action),
    onAsk: isReadOnly ? null : (cell, at) => setAsked({ cell, at }),
    onCycle: isReadOnly ? null : (cell, limits) => onSet(cell, [...limits]),
    limitsOf,
  });
  return (
    <div className={classes.frame} data-matrix>
      <table
        role="grid"
        className={classes.grid}
        aria-label={t("matrix.label")}
        aria-readonly={isReadOnly}
        {...keys.props}
      >
        <thead>
          <tr>
            <th scope="col">{t("matrix.resource")}</th>
            {matrix.columns.map(({ action, isDangerous }) => (
              <th key={action} scope="col" data-dangerous={isDangerous || undefined}>
                {isDangerous && <IconAlertTriangle size={15} aria-hidden />}
                <span>{actionTitle(action, language)}</span>
              </th>
            ))}
          </tr>
        </thead>
        {matrix.groups.map(({ group, rows: members }) => (
          <tbody key={group}>
            <tr className={classes.group}>
              <th colSpan={matrix.columns.length + 1} scope="rowgroup">
                <span>{t(`groups.${group}`)}</span>
              </th>
            </tr>
            {members.map((row) => (
              <Row key={row.resource} row={row} matrix={matrix} limitsOf={limitsOf} isTabStop={keys.isTabStop} />
            ))}
          </tbody>
        ))}
      </table>
      {asked && (
        <ReachMenu
          cell={asked.cell}
          at={asked.at}
          title={permissionTitle(asked.cell.permission, language)}
          limits={limitsOf(asked.cell)}
          onChoose={(limits) => onSet(asked.cell, [...limits])}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

type RowProps = Pick<MatrixProps, "matrix" | "limitsOf"> & {
  readonly row: MatrixRow;
  readonly isTabStop: (cell: Grantable) => boolean;
};

function Row({ row, matrix, limitsOf, isTabStop }: RowProps) {
  const t = useMessages("roles");
  const language = useLanguage();
  return (
    <tr>
      <th scope="row">{resourceTitle(row.resource, language)}</th>
      {matrix.columns.map(({ action }) => {
        const cell = row.cells.get(action);
        if (cell === undefined) return <td key={action} className={classes.absent} aria-hidden="true" />;
        const limits = limitsOf(cell);
        const reach = limits.length > 1 ? "scopeAndOwn" : (limits[0] ?? "none");
        const danger = cell.isDangerous ? `, ${t("matrix.dangerous")}` : "";
        return (
          <td
            key={action}
            tabIndex={isTabStop(cell) ? 0 : -1}
            className={classes.cell}
            data-cell={cell.permission}
            aria-label={`${permissionTitle(cell.permission, language)}: ${t(`reach.told.${reach}`)}${danger}`}
          >
            <ReachMark limits={limits} isDangerous={cell.isDangerous} />
          </td>
        );
      })}
    </tr>
  );
}
