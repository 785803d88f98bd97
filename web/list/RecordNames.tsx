import { formatNumber } from "#web/formats.ts";
import type { RecordFilter } from "#web/list/filters.ts";
import { usePicked } from "#web/list/usePicking.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** More names than these make a chip that cannot be read. */
const namedMax = 2;

/** What a filter by records says, in few words: their names, or how many they are. */
export function RecordNames({ filter, ids }: { readonly filter: RecordFilter; readonly ids: readonly string[] }) {
  const words = useMessages("list");
  const language = useLanguage();
  const rows = usePicked(filter.source, ids.length > namedMax ? [] : ids);
  if (ids.length > namedMax) return words("anyOf", { figure: formatNumber(language, ids.length) });
  return rows.length === 0 ? "…" : <bdi>{rows.map(({ name }) => name).join(words("comma"))}</bdi>;
}
