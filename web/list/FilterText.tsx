import type { CellContext } from "#web/list/defineList.ts";
import { filterText } from "#web/list/filterText.ts";
import type { Filter, FilterValue } from "#web/list/filters.ts";
import { RecordNames } from "#web/list/RecordNames.tsx";
import { useMessages } from "#web/useMessages.ts";

type FilterTextProps = { readonly filter: Filter; readonly value: FilterValue; readonly context: CellContext };

/** What a filter says, in few words. Records are asked for their names. */
export function FilterText({ filter, value, context }: FilterTextProps) {
  const words = useMessages("list");
  if (filter.kind === "record") return <RecordNames filter={filter} ids={value as readonly string[]} />;
  return filterText(filter, value, context, words);
}
