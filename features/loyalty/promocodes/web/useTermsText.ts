import { describeTerms } from "#features/loyalty/promocodes/rules/describe.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import {
  pickBrand,
  pickCategory,
  pickCertifier,
  pickProduct,
  pickRetailer,
} from "#features/loyalty/promocodes/web/usePickables.ts";
import { useRuleText } from "#features/loyalty/promocodes/web/useRuleText.ts";
import { usePicked } from "#web/list/usePickedRecords.ts";
import { useMessages } from "#web/useMessages.ts";

/** The terms as one sentence in the reader's language; null while its words are loading. */
export function useTermsText(terms: Terms): string | null {
  const t = useMessages("promocodes");
  const names = useNames(terms);
  const write = useRuleText((id) => names.get(id) ?? t("another"));
  return write && write(describeTerms(terms));
}

/** The names of the records that the terms refer to, as far as the user may see them. */
function useNames(terms: Terms): ReadonlyMap<string, string> {
  const idsOf = (field: string) =>
    terms.conditions.flatMap((condition) => ("ids" in condition && condition.field === field ? condition.ids : []));
  const { effect } = terms;
  const ofEffect =
    effect.kind === "item"
      ? effect.productIds
      : effect.kind === "bundle"
        ? effect.parts.flatMap(({ productIds }) => productIds)
        : [];
  const picked = [
    usePicked(pickProduct, [...idsOf("products"), ...ofEffect]),
    usePicked(pickBrand, idsOf("brands")),
    usePicked(pickCategory, idsOf("categories")),
    usePicked(pickRetailer, idsOf("retailers")),
    usePicked(pickCertifier, idsOf("certifiers")),
  ].flat();
  return new Map(picked.map(({ id, name }) => [id, name]));
}
