import type { CellContext } from "#web/list/defineList.ts";
import { filterText } from "#web/list/filterText.ts";
import type { Filter, FilterValue } from "#web/list/filters.ts";
import { RecordNames } from "#web/list/RecordNames.tsx";
import { useMessages } from "#web/useMessages.ts";

type FilterTextProps = { readonly filter: Filter; readonly value: FilterValue; readonly context: CellContext };

/** The value of a filter in a few words. Names of records are read from the server. */
export function FilterText({ filter, value, context }: FilterTextProps) {
  const messages = useMessages("list");
  if (filter.kind === "record") return <RecordNames filter={filter} ids={value as readonly string[]} />;
  return filterText(filter, value, context, messages);
}
