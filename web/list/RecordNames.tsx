import { formatNumber } from "#web/formats.ts";
import type { RecordFilter } from "#web/list/filters.ts";
import { usePicked } from "#web/list/usePickedRecords.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** A chip with more names than these can't be read. */
const namedMax = 2;

/** The value of a filter by records in a few words: their names, or their number. */
export function RecordNames({ filter, ids }: { readonly filter: RecordFilter; readonly ids: readonly string[] }) {
  const messages = useMessages("list");
  const language = useLanguage();
  const rows = usePicked(filter.source, ids.length > namedMax ? [] : ids);
  if (ids.length > namedMax) return messages("anyOf", { figure: formatNumber(language, ids.length) });
  return rows.length === 0 ? "…" : <bdi>{rows.map(({ name }) => name).join(messages("comma"))}</bdi>;
}
