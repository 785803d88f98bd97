import { Fragment, type ReactNode } from "react";
import type { CellContext } from "#web/list/defineList.ts";
import { codeText, filterText } from "#web/list/filterText.ts";
import { FilterText } from "#web/list/FilterText.tsx";
import type { Filter, FilterValue } from "#web/list/filters.ts";
import type { FilterValues } from "#web/list/listUrl.ts";
import type { Language } from "#web/screens.ts";
import { useMessages } from "#web/useMessages.ts";

type FilterSentenceProps = {
  readonly groups: readonly FilterValues[];
  readonly filters: readonly Filter[];
  readonly context: CellContext;
};

/** Groups as a user would say them: `(Status is Active and Country is Malaysia) or Status is Draft`. */
export function FilterSentence({ groups, filters, context }: FilterSentenceProps) {
  const { language } = context;
  const sentences = groups.map((group) => {
    const conditions = filters.flatMap((filter) => {
      const value = group[filter.name];
      return value === undefined ? [] : [<ConditionText key={filter.name} {...{ filter, value, context }} />];
    });
    const joined = joinParts(language, "conjunction", conditions);
    return conditions.length > 1 && groups.length > 1 ? <>({joined})</> : joined;
  });
  return joinParts(language, "disjunction", sentences);
}

type ConditionTextProps = {
  readonly filter: Filter;
  readonly value: FilterValue;
  readonly context: CellContext;
};

/** `Status is Active or Draft`. */
function ConditionText({ filter, value, context }: ConditionTextProps) {
  const messages = useMessages("list");
  const title = context.t(`filters.${filter.name}`);
  const text =
    filter.kind === "record" ? (
      <FilterText filter={filter} value={value} context={context} />
    ) : filter.kind === "choice" && (value as readonly string[]).length <= namedMax ? (
      choicesText(
        context,
        (value as readonly string[]).map((code) => codeText(filter, code, context)),
      )
    ) : (
      filterText(filter, value, context, messages)
    );
  // The value may be a component, so it is not a value of the message.
  const [before, after] = messages(`conditions.${filter.kind}`, { title, value: placeholder }).split(placeholder);
  return (
    <>
      {before}
      <bdi>{text}</bdi>
      {after}
    </>
  );
}

const placeholder = "\uFFFC";
const namedMax = 5;

const choicesText = ({ language }: CellContext, names: readonly string[]) =>
  new Intl.ListFormat(language, { type: "disjunction" }).format(names);

/** Parts with the commas, “and” or “or” of the language between them. */
function joinParts(language: Language, type: "conjunction" | "disjunction", parts: readonly ReactNode[]): ReactNode {
  const format = new Intl.ListFormat(language, { type });
  const pieces = format.formatToParts(parts.map((_, place) => String(place)));
  return pieces.map(({ type: kind, value }, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one sentence
    <Fragment key={place}>{kind === "element" ? parts[Number(value)] : value}</Fragment>
  ));
}
