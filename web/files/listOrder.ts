/** The same entries, with the one at `from` moved to `to`. */
export function moved<Entry>(
  entries: readonly Entry[],
  { from, to }: { readonly from: number; readonly to: number },
): Entry[] {
  const rest = entries.filter((_, at) => at !== from);
  const entry = entries[from];
  if (entry === undefined) return [...entries];
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, entry);
  return rest;
}
