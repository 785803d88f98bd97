import { useMemo } from "react";
import { type Field, isRichText } from "#base/records/fields.ts";
import { plainTextOf } from "#base/richText.ts";
import { currencyName, formatDate, formatDateTime, languageName } from "#web/formats.ts";
import type { CellContext } from "#web/list/defineList.ts";
import { amountText } from "#web/record/amount.ts";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { spaced } from "#web/record/historyText.ts";
import { structureText } from "#web/record/structureText.ts";
import { cellText, plainText } from "#web/records/cellText.ts";
import { useLanguage, useMessages, useMessagesOfAny } from "#web/useMessages.ts";

/** A value that a transition or another part of the record wrote: a day, a moment, a code with a message, or a text. */
function unknownText(path: string, value: string, { language, t }: CellContext): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(language, value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateTime(language, value);
  return /^[a-z]+(?:_[a-z]+)*$/.test(value) ? t(`${path}.${value}`, { defaultValue: spaced(value) }) : value;
}

type FormattedFields = {
  readonly record: { readonly description: { readonly name: string; readonly fields: { readonly all: object } } };
  /** Formats `custom` fields, and values that are not fields. */
  readonly formats?: object;
};

/** Labels of fields and texts of their values, for the history and for conflicts. `current` has the currency of amounts. */
export function useFieldFormatters({ record, formats = {} }: FormattedFields, current?: object): FieldFormatters {
  const { name: area, fields } = record.description;
  const t = useMessagesOfAny(area);
  const messages = useMessages("record");
  const language = useLanguage();
  return useMemo(() => {
    const all = fields.all as unknown as Readonly<Record<string, Field<unknown>>>;
    const custom = formats as Readonly<
      Record<string, (value: unknown, ...known: readonly [CellContext, object?]) => string | readonly string[]>
    >;
    const keyName = (path: string, key: string) =>
      all[path]?.kind === "social" ? messages(`social.${key}`, { defaultValue: key }) : languageName(language, key);
    const listText = (texts: readonly string[]) =>
      texts.length === 0 ? messages("empty") : texts.join(messages("comma"));
    const textOf = (path: string, value: unknown): string => {
      if (value === null || value === undefined || value === "") return messages("empty");
      // The log may have something else than a list, such as a count, or the mark of an erased value.
      const isOfKind = all[path] === undefined || Array.isArray(all[path].empty) === Array.isArray(value);
      const formatted = isOfKind ? custom[path]?.(value, { language, t }, current) : undefined;
      if (formatted !== undefined) return typeof formatted === "string" ? formatted : listText(formatted);
      if (typeof value === "boolean") return messages(value ? "flags.yes" : "flags.no");
      const field = all[path];
      const known = current as Readonly<Record<string, unknown>> | undefined;
      if (field?.kind === "amount")
        return amountText(value as number, plainText(known?.[field.currencyIn ?? ""] ?? ""));
      if (field?.kind === "currency") return `${plainText(value)} – ${currencyName(language, plainText(value))}`;
      const isRich = isRichText(all, path.split(".")[0]!);
      if (isRich && typeof value === "string") return plainTextOf(value);
      if (typeof value === "string" && field === undefined) return unknownText(path, value, { language, t });
      if (typeof value !== "object") return cellText(field, path, value, { language, t }) ?? messages("empty");
      const parts = {
        empty: messages("empty"),
        comma: messages("comma"),
        yes: messages("flags.yes"),
        no: messages("flags.no"),
      };
      if (Array.isArray(value) || field === undefined) return structureText(value, parts);
      const partText = (part: unknown) => (isRich ? plainTextOf(plainText(part)) : structureText(part, parts));
      const texts = Object.entries(value).map(([key, part]) => `${keyName(path, key)}: ${partText(part)}`);
      return listText(texts);
    };
    const labelOf = (path: string): string => {
      const [field = "", tag] = path.split(".");
      if (tag === undefined) return t(`fields.${field}`, { defaultValue: spaced(field) });
      if (all[field]?.kind === "social") return keyName(field, tag);
      const name = all[field]?.translates ?? field;
      const label = t(`fields.${name}`, { defaultValue: spaced(name) });
      // The part of another kind of field is the name of a sub-record, such as a location.
      if (all[field] === undefined) return `${label} · \u2068${tag}\u2069`;
      return t("fieldIn", { field: label, language: languageName(language, tag) });
    };
    return { labelOf, textOf };
  }, [fields, formats, current, t, messages, language]);
}
