import type { ComponentType } from "react";
import type { Operation } from "#base/contract.ts";
import { dayOf } from "#base/days.ts";
import type { Pickable } from "#web/list/pickable.ts";
import type { KeyUnder, Translate } from "#web/messageKeys.ts";
import type { Language } from "#web/screens.ts";

/** The days from `from` to `to`, both included, as `2026-11-20`. Null means no limit on that side; never both. */
export type Days = { readonly from: string | null; readonly to: string | null };
export type FilterValue = readonly string[] | Days | boolean;

/** A filter of a list. Its messages are under `filters.<name>` of the feature. */
export type Filter<Field extends string = string, Key extends string = string> =
  | ChoiceFilter<Field, Key>
  | DaysFilter<Field, Key>
  | FlagFilter<Field, Key>
  | RecordFilter<Field, Key>
  | WordFilter<Field, Key>;

/** A field that has a message, if the keys are known. */
type NamedField<Field extends string, Key extends string> = Field & KeyUnder<"filters", Key>;

/** Any of several codes, with the feature's messages `<filter>.<code>`, or named by `wordOf`, such as countries. */
export type ChoiceFilter<Field extends string = string, Key extends string = string> =
  | {
      readonly [Name in NamedField<Field, Key>]: {
        readonly kind: "choice";
        readonly name: Name;
        readonly codes: readonly KeyUnder<Name, Key>[];
        readonly wordOf?: never;
      };
    }[NamedField<Field, Key>]
  | {
      readonly kind: "choice";
      readonly name: NamedField<Field, Key>;
      readonly codes: readonly string[];
      readonly wordOf: (code: string, language: Language) => string;
    };
/** A period. Its ends are two fields of the operation's input. */
export type DaysFilter<Field extends string = string, Key extends string = string> = {
  readonly kind: "days";
  readonly name: KeyUnder<"filters", Key>;
  readonly from: Field;
  readonly to: Field;
};
/** Yes or no. */
export type FlagFilter<Field extends string = string, Key extends string = string> = {
  readonly kind: "flag";
  readonly name: NamedField<Field, Key>;
};
/** Any of some records of another area, by their ids. Shown to users who may list that area. */
export type RecordFilter<Field extends string = string, Key extends string = string> = {
  readonly kind: "record";
  readonly name: NamedField<Field, Key>;
  readonly source: Pickable;
  /** Shown only to users with permission for this too. */
  readonly needs?: Operation;
};
/** Props of an editor for one word. An empty word removes the filter. */
export type WordEditorState = { readonly word: string; readonly onChange: (word: string) => void };
/** Exactly one word that is typed or pasted, such as an id. */
export type WordFilter<Field extends string = string, Key extends string = string> = {
  readonly kind: "word";
  readonly name: NamedField<Field, Key>;
  /** Whether the operation accepts it. The error text is `issues.<name>` of the feature's messages. */
  readonly isRight?: (word: string) => boolean;
  /** Set only by links, and never offered. */
  readonly isLinkedOnly?: true;
  /** Replaces the text field. */
  readonly Editor?: ComponentType<WordEditorState>;
  /** How the word is displayed; by default as it is. */
  readonly textOf?: (word: string, context: { readonly language: Language; readonly t: Translate<Key> }) => string;
};

/**
 * The value of a filter in an address: `AE.SA`, `2026-01-01..2026-06-30`, `yes`. A full stop needs no escaping in a
 * link.
 */
export function writeFilter(value: FilterValue): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return isDays(value) ? `${value.from ?? ""}..${value.to ?? ""}` : value.join(".");
}

/** Reads what `writeFilter` wrote. Null if the value is unknown to this filter: a link may be old or made by hand. */
export function readFilter(filter: Filter, text: string): FilterValue | null {
  if (filter.kind === "flag") return text === "yes" ? true : text === "no" ? false : null;
  if (filter.kind === "days") return readDays(text);
  if (filter.kind === "word") {
    const word = text.trim().slice(0, wordMax);
    return word === "" || filter.isRight?.(word) === false ? null : [word];
  }
  if (filter.kind === "record") return readIds(text);
  const requested = new Set(text.split("."));
  const codes = filter.codes.filter((code) => requested.has(code));
  return codes.length > 0 ? codes : null;
}

/** Maximum length of a word in a filter. */
export const wordMax = 100;

/** This filter's part of the operation's input. */
export function filterInput(filter: Filter, value: FilterValue): Readonly<Record<string, unknown>> {
  if (filter.kind === "word") return { [filter.name]: (value as readonly string[])[0] };
  if (filter.kind !== "days") return { [filter.name]: value };
  const { from, to } = value as Days;
  return { ...(from === null ? {} : { [filter.from]: from }), ...(to === null ? {} : { [filter.to]: to }) };
}

export const isLinkedOnly = (filter: Filter): boolean => filter.kind === "word" && filter.isLinkedOnly === true;

export const isDays = (value: FilterValue): value is Days => typeof value === "object" && "from" in value;

function readIds(text: string): readonly string[] | null {
  const ids = text.split(".").filter((id) => uuid.test(id));
  return ids.length > 0 ? [...new Set(ids)].slice(0, idsMax) : null;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const idsMax = 50;

function readDays(text: string): Days | null {
  const [from, to, ...more] = text.split("..");
  if (from === undefined || to === undefined || more.length > 0) return null;
  const days = { from: isDay(from) ? from : null, to: isDay(to) ? to : null };
  if (days.from === null && days.to === null) return null;
  // Reversed ends of a period mean the same period.
  return days.from !== null && days.to !== null && days.from > days.to ? { from: days.to, to: days.from } : days;
}

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year !== undefined && dayOf(Number(year), Number(month), Number(day)) === text;
}
