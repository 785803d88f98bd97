import { commonRefusals } from "#base/refusal.ts";

/** The last row of a page, by its distance and then by ids: the next page begins after it. */
export type Mark = { readonly distanceM: number; readonly ids: readonly string[] };

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

export const writeMark = ({ distanceM, ids }: Mark): string => [distanceM, ...ids].join("_");

/** Encodes so many ids as a cursor; null without a row. Refuses with `invalid_cursor`. */
export function readMark(text: string | undefined, idsCount: number): Mark | null {
  if (text === undefined) return null;
  if (!new RegExp(`^\\d{1,8}(?:_${uuid}){${idsCount}}$`).test(text)) throw commonRefusals.invalid_cursor();
  const [distance, ...ids] = text.split("_");
  return { distanceM: Number(distance), ids };
}
