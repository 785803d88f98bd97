import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import classes from "#features/loyalty/promocodes/web/PromocodeForm.module.css";
import { useTermsText } from "#features/loyalty/promocodes/web/useTermsText.ts";
import { formatNumber } from "#web/formats.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { IconTicket } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** The terms that can be used now, as one sentence, while the form may have those of the next version. */
export function LivePart({ record }: { readonly record: Promocode }) {
  const t = useMessages("promocodes");
  const language = useLanguage();
  const { liveTerms, liveVersion } = record;
  if (liveTerms === null || liveVersion === null)
    return <EmptyState icon={<IconTicket aria-hidden />} title={t("live.none")} text={t("live.noneText")} />;
  return (
    <div className={classes.part}>
      <CardSection title={t("live.title", { version: formatNumber(language, liveVersion) })} lead={t("live.lead")}>
        <p>
          <Sentence terms={liveTerms} />
        </p>
      </CardSection>
    </div>
  );
}

const Sentence = ({ terms }: { readonly terms: Terms }) => useTermsText(terms);
