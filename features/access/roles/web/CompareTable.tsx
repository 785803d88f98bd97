import { Link } from "@tanstack/react-router";
import type { RowLimit } from "#base/grants.ts";
import { permissionTitle, type ResourceGroup } from "#features/access/permissions/rules.ts";
import type { Grantable, Role } from "#features/access/roles/contract.ts";
import classes from "#features/access/roles/web/CompareTable.module.css";
import { ReachMark } from "#features/access/roles/web/ReachMark.tsx";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** How far two roles reach for one permission. */
export type Difference = {
  readonly cell: Grantable;
  readonly one: readonly RowLimit[];
  readonly other: readonly RowLimit[];
  readonly isSame: boolean;
};

type CompareTableProps = {
  readonly one: Role;
  readonly other: Role;
  readonly parts: readonly { readonly group: ResourceGroup; readonly rows: readonly Difference[] }[];
};

/** A line a permission, a column a role. */
export function CompareTable({ one, other, parts }: CompareTableProps) {
  const t = useMessages("roles");
  const language = useLanguage();
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("compare.permission")}</th>
            {[one, other].map((role, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two places, which may hold the same role
              <th key={place} scope="col">
                <Link to={`/apps/role/roles/${role.id}`}>
                  <bdi>{role.titleI18n[language] ?? role.title}</bdi>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        {parts.map(({ group, rows }) => (
          <tbody key={group}>
            <tr className={classes.group}>
              <th colSpan={3} scope="rowgroup">
                {t(`groups.${group}`)}
              </th>
            </tr>
            {rows.map(({ cell, isSame, ...reach }) => (
              <tr key={cell.permission} data-differs={!isSame || undefined}>
                <th scope="row">
                  {cell.isDangerous && <IconAlertTriangle size={15} role="img" aria-label={t("matrix.dangerous")} />}
                  {permissionTitle(cell.permission, language)}
                </th>
                <td>
                  <ReachMark limits={reach.one} isDangerous={cell.isDangerous} />
                </td>
                <td>
                  <ReachMark limits={reach.other} isDangerous={cell.isDangerous} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
