import i18next from "i18next";
import { useSyncExternalStore } from "react";
import { currentLanguage, currentTag, shellMessages } from "#web/i18n.ts";
import type { MessageKey, MessageNamespace, Translate } from "#web/messageKeys.ts";
import type { Language } from "#web/screens.ts";

/** The messages of one feature, or the shell's. Updates on a change of language; until then the same function. */
export function useMessages<Namespace extends MessageNamespace = "shell">(
  namespace?: Namespace,
): Translate<MessageKey<Namespace>> {
  return useMessagesOfAny(namespace ?? shellMessages);
}

/** For parts that all areas share: only the caller knows the namespace, and must check its keys. */
export function useMessagesOfAny(namespace: string): Translate<string> {
  return translateIn(useTag(), namespace);
}

/** The language of the screen. Updates on a change. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** The language of the messages: a further one, or that of the screen. */
const useTag = (): string => useSyncExternalStore(subscribe, currentTag);

function subscribe(onChange: () => void): () => void {
  i18next.on("languageChanged", onChange);
  return () => i18next.off("languageChanged", onChange);
}

const translations = new Map<string, Translate<string>>();

function translateIn(language: string, namespace: string): Translate<string> {
  const key = `${language} ${namespace}`;
  const translate = translations.get(key) ?? (i18next.getFixedT(language, namespace) as Translate<string>);
  translations.set(key, translate);
  return translate;
}
