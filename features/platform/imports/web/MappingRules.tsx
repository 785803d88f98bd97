import type { ImportTarget } from "#features/platform/imports/contract.ts";
import classes from "#features/platform/imports/web/MappingRules.module.css";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type MappingRulesProps = { readonly target: ImportTarget; readonly mapping: readonly (string | null)[] };

/** How rows are handled with this mapping. */
export function MappingRules({ target, mapping }: MappingRulesProps) {
  const t = useMessages("imports");
  const language = useLanguage();
  const key = target.fields.find(({ role }) => role === "key");
  const changesRecords = key !== undefined && mapping.includes(key.field);
  const counted = {
    mapped: formatNumber(language, mapping.filter((field) => field !== null).length),
    columns: formatNumber(language, mapping.length),
  };
  return (
    <section className={classes.rules}>
      <h2>{t("map.mapped", counted)}</h2>
      <h3>{t("map.rules")}</h3>
      <ul>
        <li>{changesRecords ? t("map.ruleKey", { key: key.title }) : t("map.ruleNew")}</li>
        {changesRecords && <li>{t("map.ruleEmpty")}</li>}
        <li>{t("map.ruleRemembered")}</li>
      </ul>
    </section>
  );
}
