import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import type { PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import classes from "#features/loyalty/promocodes/web/PromocodeForm.module.css";
import { useTermsText } from "#features/loyalty/promocodes/web/useTermsText.ts";
import { useMessages } from "#web/useMessages.ts";

/** What the form says so far, read back as one sentence. */
export function TermsSentence() {
  const t = useMessages("promocodes");
  const values = useWatch<PromocodeInput, "terms">({ name: "terms" });
  const terms = z.safeParse(Terms, values);
  return (
    <section className={classes.sentence} aria-label={t("sentence.title")}>
      <h2>{t("sentence.title")}</h2>
      <p aria-live="polite">{terms.success ? <Sentence terms={terms.data} /> : t("sentence.incomplete")}</p>
    </section>
  );
}

const Sentence = ({ terms }: { readonly terms: Terms }) => useTermsText(terms);
