import { commonRefusals } from "#base/refusal.ts";

/** The last offer of a page: the next begins behind it. */
export type Place = { readonly distanceM: number; readonly assignmentId: string; readonly locationId: string };

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const form = new RegExp(`^(\\d{1,8})_(${uuid})_(${uuid})$`);

export const writePlace = ({ distanceM, assignmentId, locationId }: Place): string =>
  `${distanceM}_${assignmentId}_${locationId}`;

/** Refuses with `invalid_cursor`. */
export function readPlace(text: string): Place {
  const [, distance, assignmentId, locationId] = form.exec(text) ?? [];
  if (assignmentId === undefined || locationId === undefined) throw commonRefusals.invalid_cursor();
  return { distanceM: Number(distance), assignmentId, locationId };
}
