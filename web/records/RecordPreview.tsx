import type { ComponentType } from "react";
import type { RecordTypes } from "#base/records/types.ts";
import classes from "#web/list/PreviewPanel.module.css";
import { useRead } from "#web/operations.ts";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import type { RecordScreens } from "#web/records/recordScreens.ts";
import { textOf } from "#web/textOf.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";

/** The fields of a record that have a value and that no column of its list shows. */
export function recordPreview<T extends RecordTypes>(
  screens: RecordScreens<T>,
): ComponentType<{ readonly id: string }> {
  const { fields } = screens.record.description;
  return function RecordPreview({ id }) {
    const { data: record, error } = useRead(screens.calls.get, { id });
    const { labelOf, textOf: valueText } = useFieldFormatters(screens, record);
    if (error !== null) return <p role="alert">{textOf(error)}</p>;
    if (record === undefined) return <SkeletonRows rows={4} rowPx={36} />;
    const values = Object.entries(fields.valuesOf(record)).filter(
      // Pictures are shown as such, and ids are of records that columns name.
      ([name, value]) => !(name in screens.columns) && !/Ids?$/.test(name) && !isEmpty(value),
    );
    return (
      <dl className={classes.facts}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>
              <bdi>{valueText(name, value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    );
  };
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  value === false ||
  (typeof value === "object" && Object.values(value).every(isEmpty));
