import { useQuery } from "@tanstack/react-query";
import type { Phrase } from "#features/loyalty/promocodes/rules/describe.ts";
import { type Messages, textOf } from "#features/loyalty/promocodes/rules/text.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage } from "#web/useMessages.ts";

const messagesIn = {
  en: () => import("#features/loyalty/promocodes/rules/messages.en.json"),
  ar: () => import("#features/loyalty/promocodes/rules/messages.ar.json"),
} as const;

/** Writes phrases of the rules in the reader's language; null while its words are loading. */
export function useRuleText(nameOf: (id: string) => string): ((phrase: Phrase) => string) | null {
  const language = useLanguage();
  const { queryClient } = useApiClient();
  const { data: messages } = useQuery(
    {
      queryKey: ["promocodes", "messages of the rules", language],
      queryFn: async () => (await messagesIn[language]()).default as Messages,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  return messages === undefined ? null : (phrase) => textOf(phrase, { language, messages, nameOf });
}
