import { type ReactNode, useState } from "react";
import type { RowLimit } from "#base/grants.ts";
import { actionTitle, permissionTitle, resourceTitle } from "#features/access/permissions/rules.ts";
import type { Grantable } from "#features/access/roles/contract.ts";
import { type Matrix, type MatrixRow, splitColumns } from "#features/access/roles/rules.ts";
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
 * The matrix on a desk: a column for each main action, and one for the others. One cell is the tab stop; arrow keys move
 * along the line of reading, the space bar sets the next reach, Enter and a click ask which.
 */
export function MatrixGrid({ matrix, limitsOf, isReadOnly, onSet }: MatrixProps) {
  const t = useMessages("roles");
  const language = useLanguage();
  const [asked, setAsked] = useState<{ cell: Grantable; at: HTMLElement } | null>(null);
  const columns = splitColumns(matrix);
  const rows = matrix.groups.flatMap((part) => part.rows);
  const keys = useGridKeys({
    rows,
    actions: [...columns.main, ...columns.others].map(({ action }) => action),
    onAsk: isReadOnly ? null : (cell, at) => setAsked({ cell, at }),
    onCycle: isReadOnly ? null : (cell, limits) => onSet(cell, [...limits]),
    limitsOf,
  });
  const count = columns.main.length + (columns.others.length > 0 ? 2 : 1);
  return (
    <div className={classes.frame} data-matrix>
      <table
        role="grid"
        className={classes.grid}
        aria-label={t("matrix.label")}
        aria-readonly={isReadOnly}
        {...keys.props}
      >
        <GridHead columns={columns} />
        {matrix.groups.map(({ group, rows: members }) => (
          <tbody key={group}>
            <tr className={classes.group}>
              <th colSpan={count} scope="rowgroup">
                <span>{t(`groups.${group}`)}</span>
              </th>
            </tr>
            {members.map((row) => (
              <Row
                key={row.resource}
                row={row}
                columns={columns}
                limitsOf={limitsOf}
                isReadOnly={isReadOnly}
                isTabStop={keys.isTabStop}
              />
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

function GridHead({ columns: { main, others } }: { readonly columns: ReturnType<typeof splitColumns> }) {
  const t = useMessages("roles");
  const language = useLanguage();
  return (
    <thead>
      <tr>
        <th scope="col">{t("matrix.resource")}</th>
        {main.map(({ action, isDangerous }) => (
          <Head key={action} isDangerous={isDangerous}>
            {actionTitle(action, language)}
          </Head>
        ))}
        {others.length > 0 && (
          <Head isWide isDangerous={others.some(({ isDangerous }) => isDangerous)}>
            {t("matrix.others")}
          </Head>
        )}
      </tr>
    </thead>
  );
}

type HeadProps = { readonly isDangerous: boolean; readonly isWide?: true; readonly children: ReactNode };

const Head = ({ isDangerous, isWide, children }: HeadProps) => (
  <th scope="col" data-dangerous={isDangerous || undefined} data-wide={isWide}>
    {isDangerous && <IconAlertTriangle size={15} aria-hidden />}
    <span>{children}</span>
  </th>
);

type CellProps = Pick<MatrixProps, "limitsOf"> & { readonly isTabStop: (cell: Grantable) => boolean };
type RowProps = CellProps &
  Pick<MatrixProps, "isReadOnly"> & { readonly row: MatrixRow; readonly columns: ReturnType<typeof splitColumns> };

function Row({ row, columns, isReadOnly, ...props }: RowProps) {
  const language = useLanguage();
  const propsOf = useCellProps(props);
  const { limitsOf } = props;
  // What nobody can change and is not granted would only be noise.
  const others = columns.others
    .flatMap(({ action }) => row.cells.get(action) ?? [])
    .filter((cell) => !isReadOnly || limitsOf(cell).length > 0);
  return (
    <tr>
      <th scope="row">{resourceTitle(row.resource, language)}</th>
      {columns.main.map(({ action }) => {
        const cell = row.cells.get(action);
        if (cell === undefined) return <td key={action} className={classes.absent} aria-hidden="true" />;
        return (
          <td key={action} className={classes.cell} {...propsOf(cell)}>
            <ReachMark limits={limitsOf(cell)} isDangerous={cell.isDangerous} />
          </td>
        );
      })}
      {columns.others.length > 0 && (
        <td className={classes.others}>
          <div>
            {others.map((cell) => (
              <button key={cell.action} type="button" className={classes.chip} {...propsOf(cell)}>
                {actionTitle(cell.action, language)}
                <ReachMark limits={limitsOf(cell)} isDangerous={cell.isDangerous} />
              </button>
            ))}
          </div>
        </td>
      )}
    </tr>
  );
}

/** What a cell and a chip have in common: the permission, its place in the tab order, and its name in words. */
function useCellProps({ limitsOf, isTabStop }: CellProps) {
  const t = useMessages("roles");
  const language = useLanguage();
  return (cell: Grantable) => {
    const limits = limitsOf(cell);
    const reach = limits.length > 1 ? "scopeAndOwn" : (limits[0] ?? "none");
    const danger = cell.isDangerous ? `, ${t("matrix.dangerous")}` : "";
    return {
      tabIndex: isTabStop(cell) ? 0 : -1,
      "data-cell": cell.permission,
      "aria-label": `${permissionTitle(cell.permission, language)}: ${t(`reach.texts.${reach}`)}${danger}`,
    };
  };
}
