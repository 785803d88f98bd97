/** The value of a yes/no cell: `yes`, `لا`, `1`. Null if empty, undefined if neither. */
export function readFlag(text: string): boolean | null | undefined {
  const word = text.toLowerCase();
  if (word === "") return null;
  if (["yes", "y", "true", "1", "نعم"].includes(word)) return true;
  return ["no", "n", "false", "0", "لا"].includes(word) ? false : undefined;
}
