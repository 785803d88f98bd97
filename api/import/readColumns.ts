import { latinDigits } from "#base/digits.ts";
import type { ImportColumn } from "#api/importer.ts";
import { readFlag } from "#api/readFlag.ts";

/** A column, and how its cells set a field. */
export type ReadColumn = ImportColumn & {
  /** The record's field. */
  readonly fills: string;
  /** The schema path of its errors, if it sets only part of the field. */
  readonly mends?: string;
  /**
   * The field's new value; `before` is its value so far. A text that cannot be read is returned as is, so that the
   * schema refuses it.
   */
  readonly read: (text: string, before: unknown) => unknown;
  /** The field's value for an empty cell. By default, its value in an empty record. */
  readonly emptied?: (before: unknown) => unknown;
};

type Facts = readonly [fills: string, en: string, ar: string, example: string, aliases?: readonly string[]];

const column = (...[fills, en, ar, example, aliases = []]: Facts) => ({
  field: fills,
  fills,
  title: { en, ar },
  aliases: [fills, ...aliases],
  example,
});

export const textColumn = (...facts: Facts): ReadColumn => ({ ...column(...facts), read: (text) => text });

/** A text that new records need. */
export const neededColumn = (...facts: Facts): ReadColumn => ({ ...textColumn(...facts), role: "required" });

/** One of several words, in any letter case. */
export const wordColumn = (...facts: Facts): ReadColumn => ({
  ...column(...facts),
  read: (text) => text.toLowerCase(),
});

export const numberColumn = (...facts: Facts): ReadColumn => ({
  ...column(...facts),
  read: (text) => (/^\d{1,9}$/.test(latinDigits(text)) ? Number(latinDigits(text)) : text),
});

export const flagColumn = (...facts: Facts): ReadColumn => ({
  ...column(...facts),
  read: (text) => readFlag(text) ?? text,
});

/** Values separated by |. */
export const listColumn = (...facts: Facts): ReadColumn => ({
  ...column(...facts),
  read: (text) =>
    text
      .split("|")
      .map((value) => value.trim())
      .filter(Boolean),
});

/**
 * The Arabic text of translations; other languages stay. If another column's cell was not valid translations, its value
 * stays too, so that the schema refuses it.
 */
export const arabicColumn = (...[fills, en, ar, example, aliases = []]: Facts): ReadColumn => {
  const field = fills.replace(/I18n$/, "Ar");
  const withArabic = (before: unknown, text: { readonly ar?: string }) => {
    if (typeof before !== "object" || before === null || Array.isArray(before)) return before;
    const { ar: _, ...others } = before as Record<string, string>;
    return { ...others, ...text };
  };
  return {
    ...column(fills, en, ar, example, [field, ...aliases]),
    field,
    mends: `${fills}.ar`,
    read: (text, before) => withArabic(before, { ar: text }),
    emptied: (before) => withArabic(before, {}),
  };
};

/** Translations by language, as JSON. */
export const translationsColumn = (...facts: Facts): ReadColumn => ({
  ...column(...facts),
  read: (text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  },
});
