import type { Import, ImportField } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/MappingTable.module.css";
import { useMessages } from "#web/useMessages.ts";

type MappingTableProps = {
  readonly record: Import;
  readonly fields: readonly ImportField[];
  readonly mapping: readonly (string | null)[];
  readonly onMap: (column: number, field: string | null) => void;
};

/** A row for each column of the file: its header, sample values, and its field. */
export function MappingTable({ record, fields, mapping, onMap }: MappingTableProps) {
  const t = useMessages("imports");
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("map.column")}</th>
          <th scope="col">{t("map.samples")}</th>
          <th scope="col">{t("map.field")}</th>
        </tr>
      </thead>
      <tbody>
        {record.columns.map(({ header, samples }, index) => {
          const name = header === "" ? t("map.unnamed", { number: index + 1 }) : header;
          const field = mapping[index] ?? null;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- columns of one file, which never change places
            <tr key={index} data-out={field === null || undefined}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td className={classes.samples}>
                {samples.length === 0 && <em>{t("map.noValues")}</em>}
                {samples.map((sample) => (
                  <span key={sample}>
                    <bdi>{sample}</bdi>
                  </span>
                ))}
              </td>
              <td>
                <select
                  className={classes.select}
                  aria-label={t("map.fieldOf", { header: name })}
                  value={field ?? ""}
                  onChange={({ currentTarget }) => onMap(index, currentTarget.value || null)}
                >
                  <option value="">{t("map.leftOut")}</option>
                  {fields.map((each) => (
                    <option key={each.field} value={each.field}>
                      {each.title}
                      {each.role && ` (${t(`map.${each.role}`)})`}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
