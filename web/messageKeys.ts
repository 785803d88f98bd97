import type messages from "#web/messages.en.json";

/**
 * The English messages of each namespace, by its name. Every area adds its own next to the code that loads them, so
 * that the keys of `messages.en.json` are types: a key without a message does not compile.
 */
export interface MessageTables {
  shell: typeof messages;
}

export type MessageNamespace = keyof MessageTables;

/** The keys that `useMessages(namespace)` accepts: with dots, and for counted messages without the plural suffix. */
export type MessageKey<Namespace extends MessageNamespace> = WithoutPlural<PathOf<MessageTables[Namespace]>>;

/**
 * What may follow a prefix: for `columns`, the columns of the feature that have a title. Any string if the keys are not
 * known.
 */
export type KeyUnder<Prefix extends string, Key extends string> = string extends Key
  ? string
  : Key extends `${Prefix}.${infer Rest}`
    ? Rest
    : never;

/** Returns the message for a key, with values for its `{{places}}`; `count` selects the plural form. */
export interface Translate<Key extends string> {
  /**
   * For keys that only the API knows, such as an action of the audit log: without a message, returns `defaultValue`.
   */
  (key: string, values: Readonly<Record<string, unknown>> & { readonly defaultValue: string }): string;
  (key: Key, values?: Readonly<Record<string, unknown>>): string;
}

type PathOf<Table> = {
  [Key in keyof Table & string]: Table[Key] extends string ? Key : `${Key}.${PathOf<Table[Key]>}`;
}[keyof Table & string];

// English has these two; `_zero` is a separate message that i18next prefers for 0. One suffix at a time: a pattern of
// all of them would cut a key at its first underscore.
type WithoutPlural<Key extends string> = Key extends `${infer Base}_one`
  ? Base
  : Key extends `${infer Base}_other`
    ? Base
    : Key extends `${infer Base}_zero`
      ? Base
      : Key;
