import type { CellContext } from "#web/list/defineList.ts";
import { type ChoiceFilter, type Filter, type FilterValue, isDays } from "#web/list/filters.ts";
import { formatDate, formatNumber } from "#web/formats.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";

/** The name of a choice: by the filter's own function, or the feature's message `<filter>.<code>`. */
export const codeText = (filter: ChoiceFilter, code: string, { language, t }: CellContext): string =>
  filter.wordOf?.(code, language) ?? t(`${filter.name}.${code}`);

/** The value of a filter in a few words: `any of 9`, `after 1 Jan 2026`, `yes`. */
export function filterText(
  filter: Filter,
  value: FilterValue,
  context: CellContext,
  listMessages: Translate<MessageKey<"list">>,
): string {
  const { language } = context;
  if (typeof value === "boolean") return listMessages(value ? "yes" : "no");
  if (!isDays(value)) {
    if (filter.kind === "word") return filter.textOf?.(value[0] ?? "", context) ?? value[0] ?? "";
    if (value.length > namedMax) return listMessages("anyOf", { figure: formatNumber(language, value.length) });
    return value.map((code) => codeText(filter as ChoiceFilter, code, context)).join(listMessages("comma"));
  }
  const [from, to] = [value.from, value.to].map((day) => day && formatDate(language, day));
  if (from && to) return from === to ? from : listMessages("between", { from, to });
  return from ? listMessages("since", { day: from }) : listMessages("until", { day: to });
}

/** A chip with more names than these can't be read. */
const namedMax = 2;
