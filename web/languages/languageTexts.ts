import type { Messages } from "#web/screens.ts";

export type LanguageTexts = {
  /** The messages of a namespace; those of the base language where it has none. */
  readonly messagesOf: (namespace: string, base: Messages) => Promise<Messages>;
  /** Translates the menu's titles, which the server sends in English (spec 000 §3). */
  readonly titleOf: (english: string) => string;
};
