import { Select } from "@mantine/core";
import { statementOwners } from "#features/loyalty/wallet/contract/statements.ts";
import type { Chosen } from "#features/loyalty/wallet/statements/web/useChosenStatement.ts";
import classes from "#features/loyalty/wallet/statements/web/StatementsScreen.module.css";
import { pickBrand, pickMember, pickRetailer } from "#features/loyalty/promocodes/web/usePickables.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { currencyName } from "#web/formats.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const pickables = { brand: pickBrand, member: pickMember, retailer: pickRetailer };

type StatementFieldsProps = {
  readonly chosen: Chosen;
  readonly currencies: readonly string[];
  readonly onChoose: (changes: Partial<Chosen>) => void;
};

/** Whose statement, and of which days. */
export function StatementFields({ chosen, currencies, onChoose }: StatementFieldsProps) {
  const t = useMessages("statements");
  const language = useLanguage();
  return (
    <div className={classes.fields}>
      <Select
        label={t("ownerKind")}
        data={statementOwners.map((value) => ({ value, label: t(`owner.${value}`) }))}
        allowDeselect={false}
        value={chosen.owner}
        onChange={(value) =>
          onChoose({ owner: statementOwners.find((each) => each === value) ?? "brand", id: null, currency: null })
        }
      />
      <RecordPicker
        key={chosen.owner}
        label={t(`owner.${chosen.owner}`)}
        source={pickables[chosen.owner]}
        nothingFound={t("nothingFound")}
        value={chosen.id}
        onChange={(id) => onChoose({ id, currency: null })}
      />
      {currencies.length > 1 && (
        <Select
          label={t("currency")}
          data={currencies.map((value) => ({ value, label: `${value} – ${currencyName(language, value)}` }))}
          allowDeselect={false}
          value={chosen.currency ?? currencies[0]!}
          onChange={(currency) => onChoose({ currency })}
        />
      )}
      <DateField label={t("from")} value={chosen.from} onChange={(from) => onChoose({ from })} />
      <DateField label={t("to")} value={chosen.to} onChange={(to) => onChoose({ to })} />
    </div>
  );
}
