import { Select } from "@mantine/core";
import { DayInput } from "#features/assignments/web/DayInput.tsx";
import classes from "#features/assignments/web/TermsFields.module.css";
import { problemAt, type Where } from "#features/assignments/web/useWhere.ts";
import { useWords } from "#web/useWords.ts";

type WhereFieldsProps = { readonly where: Where; readonly error: Error | null };

/** The place, the first and the last day of new assignments. */
export function WhereFields({ where, error }: WhereFieldsProps) {
  const t = useWords("assignments");
  const { asked, change, locations, timezone } = where;
  const zone = timezone === null ? t("where.ownZone") : t("where.zone", { zone: timezone });
  return (
    <div className={classes.fields}>
      <Select
        className={classes.wide}
        label={t("fields.locationId")}
        description={where.retailersCount > 1 ? t("where.onePlace") : null}
        error={problemAt(error, "locationId")}
        allowDeselect={false}
        searchable={locations.length > searchableFrom}
        disabled={locations.length === 0}
        data={[{ value: "", label: t("where.all") }, ...locations.map(({ id, name }) => ({ value: id, label: name }))]}
        value={where.place?.id ?? ""}
        onChange={(locationId) => change({ locationId: locationId ?? "" })}
      />
      <DayInput
        label={t("fields.startsOn")}
        hint={t("where.emptyFrom")}
        problem={problemAt(error, "startsOn")}
        value={asked.startsOn}
        onChange={(startsOn) => change({ startsOn })}
      />
      <DayInput
        label={t("fields.endsOn")}
        hint={t("where.emptyUntil")}
        problem={problemAt(error, "endsOn")}
        value={asked.endsOn}
        min={asked.startsOn}
        onChange={(endsOn) => change({ endsOn })}
      />
      <p className={`${classes.wide} ${classes.note}`}>{zone}</p>
    </div>
  );
}

// As many as one finds with the eye.
const searchableFrom = 8;
