import * as z from "zod/mini";
import { countryCodes } from "#base/countries.ts";
import { isPlainEmail, normalEmail } from "#base/emailAddress.ts";
import { minorDigitsByCurrency } from "#base/money.ts";

// The fields that contracts are built from. Each is defined once, so that a country is the same everywhere.

// Control characters, Unicode's two other line breaks, and unpaired surrogates, which UTF-8 can't represent.
const oneLine = /^[^\u0000-\u001F\u007F-\u009F\u2028\u2029\uD800-\uDFFF]*$/u;
const manyLines = /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uD800-\uDFFF]*$/u;

// Embeddings and overrides, which display text in a different order. Direction marks (U+200E, U+200F) and joiners
// (U+200C, U+200D) are ordinary in Arabic, Persian and the scripts of India.
const inOrder = /^[^\u202A-\u202E]*$/;
/** The replacement character: a character was lost when a text was copied or saved. */
const nothingLost = /^[^\uFFFD]*$/;
// Zero-width spaces, soft hyphens and the isolates that screens put around values. They are invisible, so the text is
// the same without them.
const unseen = /[\u00AD\u180E\u200B\u2060\u2066-\u2069\uFEFF]/g;

const plain = (value: string): string => value.normalize("NFC").trim();
const plainLine = (value: string): string => plain(value.replace(unseen, ""));

/**
 * UTF-8 text, stored NFC and trimmed (domain 1.0). One line, without invisible characters, unless `multiline`. `min`
 * and `max` count characters. Forms, the API and imports all use this, so they refuse the same.
 */
export function text({ min = 0, max, multiline = false }: { min?: number; max: number; multiline?: boolean }) {
  return z
    .string()
    .check(
      z.overwrite(multiline ? plain : plainLine),
      z.minLength(min),
      z.maxLength(max),
      z.regex(multiline ? manyLines : oneLine, { error: "control_characters" }),
      z.regex(inOrder, { error: "direction_marks" }),
      z.regex(nothingLost, { error: "lost_characters" }),
    );
}

/** Text that is often pasted or generated: a search, the name of a file. Stray marks are removed instead of refused. */
export const looseText = ({ min = 0, max }: { min?: number; max: number }) =>
  z.string().check(
    z.overwrite((value) => plainLine(value.replace(/[\u202A-\u202E\uFFFD]/g, ""))),
    z.minLength(min),
    z.maxLength(max),
    z.regex(oneLine, { error: "control_characters" }),
  );

export const id = () => z.uuid().check(z.toLowerCase());
/** ISO 8601 in UTC, as `Instant`. */
export const instant = () => z.iso.datetime().check(z.refine(isStorableDay, { error: "date_range" }));
/** `2026-11-20`. */
export const date = () => z.iso.date().check(z.refine(isStorableDay, { error: "date_range" }));
export const version = () => z.int().check(z.minimum(1), z.maximum(int4Max));
/** The largest value of PostgreSQL's `integer`. */
export const int4Max = 2_147_483_647;

/**
 * PostgreSQL has no year 0, and JavaScript formats years after 9999 differently. One year less at both ends, as a day
 * may be added to a date, or a time zone applied.
 */
export const isStorableDay = (value: string): boolean => value >= "0002" && value < "9999";

const countries: ReadonlySet<string> = new Set(countryCodes);
/** ISO 3166-1 alpha-2. */
export const countryCode = () =>
  z.string().check(
    z.regex(/^[A-Z]{2}$/, { error: "country_code", abort: true }),
    z.refine((code) => countries.has(code), { error: "country_code" }),
  );
/** ISO 4217. */
export const currencyCode = () =>
  z.string().check(
    z.regex(/^[A-Z]{3}$/, { error: "currency_code", abort: true }),
    z.refine((code) => minorDigitsByCurrency.has(code), { error: "currency_code" }),
  );
/** An amount in minor units of the currency beside it. Whole, and exact as a JSON number (domain 1.0). */
export const amountMinor = () => z.int().check(z.minimum(0));
/** A share in basis points: 250 is 2.5 %. */
export const basisPoints = () => z.int().check(z.minimum(0), z.maximum(10_000));
/** BCP 47, as the keys of translated texts: `ar`, `zh-Hant`. */
export const languageTag = () =>
  z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: "language_tag" }));

/** The same text in further languages, by BCP 47 tag. */
export const translations = (value: { min?: number; max: number; multiline?: boolean }) =>
  z.record(languageTag(), text({ min: 1, ...value })).check(
    z.refine((texts) => Object.keys(texts).length <= translationsMax, {
      error: "too_many_languages",
      params: { maximum: translationsMax },
    }),
  );
export const translationsMax = 40;

/** A URL that users may be sent to. Only https, so that a link never runs code (reliability R21). */
export const httpsUrl = () =>
  z.string().check(z.trim(), z.maxLength(500), z.refine(isHttpsUrl, { error: "https_url" }));

/** An email address in its normal form; compare with `emailKey`. Refuses letters that only look like others. */
export const email = () =>
  z
    .string()
    .check(
      z.overwrite(normalEmail),
      z.maxLength(254),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, { error: "email", abort: true }),
      z.regex(oneLine, { error: "email", abort: true }),
      z.refine(isPlainEmail, { error: "email_letters" }),
    );

// A host with a dot, no user name, no white space: a URL that browsers open and readers can check.
const isHttpsUrl = (value: string) =>
  /^https:\/\/[^\s\p{Cc}/?#@]+\.[^\s\p{Cc}/?#@]+([/?#][^\s\p{Cc}]*)?$/iu.test(value);
