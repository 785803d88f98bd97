import { Select } from "@mantine/core";
import { minorDigitsByCurrency } from "#base/money.ts";
import { MoneyInput } from "#features/retail/assignments/terms/web/MoneyInput.tsx";
import classes from "#features/retail/assignments/terms/web/TermsFields.module.css";
import { problemAt, type Placement } from "#features/retail/assignments/terms/web/usePlacement.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { useMessages } from "#web/useMessages.ts";

type PlacementFieldsProps = {
  readonly where: Placement;
  readonly error: Error | null;
  /** False for copies, which have their own terms. */
  readonly hasTerms?: boolean;
};

/** Location, first and last day of new assignments, and the cashback cap per purchase. */
export function PlacementFields({ where, error, hasTerms = true }: PlacementFieldsProps) {
  const t = useMessages("assignments");
  const { asked, change, locations, timezone, currency, retailersCount } = where;
  const zone = timezone === null ? t("where.ownZone") : t("where.zone", { zone: timezone });
  return (
    <div className={classes.fields}>
      <Select
        className={classes.wide}
        label={t("fields.locationId")}
        description={retailersCount > 1 ? t("where.onePlace") : null}
        error={problemAt(error, "locationId")}
        allowDeselect={false}
        searchable={locations.length > searchableFrom}
        disabled={locations.length === 0}
        data={[{ value: "", label: t("where.all") }, ...locations.map(({ id, name }) => ({ value: id, label: name }))]}
        value={where.place?.id ?? ""}
        onChange={(locationId) => change({ locationId: locationId ?? "" })}
      />
      <DateField
        label={t("fields.startsOn")}
        description={t("where.emptyFrom")}
        error={problemAt(error, "startsOn")}
        value={asked.startsOn}
        onChange={(day) => change({ startsOn: day ?? "" })}
      />
      <DateField
        label={t("fields.endsOn")}
        description={t("where.emptyUntil")}
        error={problemAt(error, "endsOn")}
        value={asked.endsOn}
        min={asked.startsOn}
        onChange={(day) => change({ endsOn: day ?? "" })}
      />
      <p className={`${classes.wide} ${classes.note}`}>{zone}</p>
      {hasTerms && (
        <MoneyInput
          className={classes.wide}
          label={t("fields.cashbackCapMinor")}
          hint={t("emptyCap")}
          none={retailersCount > 1 ? t("severalCurrencies") : t("noCurrency")}
          money={{ currency, digits: minorDigitsByCurrency.get(currency ?? "") ?? 2 }}
          value={asked.cap}
          onChange={(cap) => change({ cap })}
        />
      )}
    </div>
  );
}

// Above this number the field gets a search.
const searchableFrom = 8;
