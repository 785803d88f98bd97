import type messages from "#web/words.en.json";

/**
 * The English messages of each namespace, by its name. Every area adds its own beside the place that loads them, so that
 * the keys of `words.en.json` are types: a message that nobody has written does not compile.
 */
export interface MessageTables {
  shell: typeof messages;
}

export type MessageNamespace = keyof MessageTables;

/** The keys that `useWords(namespace)` takes: with dots, and a counted message by its key without the plural form. */
export type MessageKey<Namespace extends MessageNamespace> = WithoutPlural<PathOf<MessageTables[Namespace]>>;

/** What may follow a prefix: under `columns` of a feature's keys, the columns that have a title. All where the keys are not known. */
export type KeyUnder<Prefix extends string, Key extends string> = string extends Key
  ? string
  : Key extends `${Prefix}.${infer Rest}`
    ? Rest
    : never;

/** Answers the message of a key, with values for its `{{places}}`; `count` chooses the plural form. */
export interface Translate<Key extends string> {
  /** A key that only the wire knows, such as an action of the audit log: `defaultValue` stands where it has no message. */
  (key: string, values: Readonly<Record<string, unknown>> & { readonly defaultValue: string }): string;
  (key: Key, values?: Readonly<Record<string, unknown>>): string;
}

type PathOf<Table> = {
  [Key in keyof Table & string]: Table[Key] extends string ? Key : `${Key}.${PathOf<Table[Key]>}`;
}[keyof Table & string];

// English has these two; `_zero` is a message of its own that i18next prefers for none. One suffix at a time: a pattern
// of all of them would cut a key at its first underscore.
type WithoutPlural<Key extends string> = Key extends `${infer Base}_one`
  ? Base
  : Key extends `${infer Base}_other`
    ? Base
    : Key extends `${infer Base}_zero`
      ? Base
      : Key;
