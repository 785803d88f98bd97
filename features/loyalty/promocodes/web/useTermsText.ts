import { useQuery } from "@tanstack/react-query";
import { describeTerms } from "#features/loyalty/promocodes/rules/describe.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { type Messages, textOf } from "#features/loyalty/promocodes/rules/text.ts";
import {
  pickBrand,
  pickCategory,
  pickCertifier,
  pickProduct,
  pickRetailer,
} from "#features/loyalty/promocodes/web/usePickables.ts";
import { usePicked } from "#web/list/usePickedRecords.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const messagesIn = {
  en: () => import("#features/loyalty/promocodes/rules/messages.en.json"),
  ar: () => import("#features/loyalty/promocodes/rules/messages.ar.json"),
} as const;

/** The terms as one sentence in the reader's language; null while its words are loading. */
export function useTermsText(terms: Terms): string | null {
  const language = useLanguage();
  const t = useMessages("promocodes");
  const { queryClient } = useApiClient();
  const { data: messages } = useQuery(
    {
      queryKey: ["promocodes", "messages of the rules", language],
      queryFn: async () => (await messagesIn[language]()).default as Messages,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  const names = useNames(terms);
  if (messages === undefined) return null;
  return textOf(describeTerms(terms), { language, messages, nameOf: (id) => names.get(id) ?? t("another") });
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
