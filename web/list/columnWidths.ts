import type { WidthLimits } from "#web/list/widthLimits.ts";

/** The widths that a column's content takes, padding included: its header, nearly all cells, the longest cell. */
export type ContentWidths = { readonly header: number; readonly usual: number; readonly longest: number };

/** The measured cells of a column. Nearly all are 95 of 100: one very long cell must not take the room of others. */
export function contentWidths(header: number, cells: readonly number[]): ContentWidths {
  const sorted = [...cells].sort((one, other) => one - other);
  const usual = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  return { header, usual, longest: Math.max(header, sorted.at(-1) ?? 0) };
}

/** On later pages columns keep their widths; only those without limits, such as badges, widen for longer cells. */
export const widened = (before: ContentWidths, now: ContentWidths, limits?: WidthLimits): ContentWidths =>
  limits !== undefined || now.longest <= before.longest ? before : now;

type MeasuredColumn = {
  readonly content: ContentWidths;
  readonly limits?: WidthLimits | undefined;
  /** A width that the user has set stays as it is. */
  readonly chosen?: number | undefined;
};

type Width = { width: number; readonly min: number; readonly longest: number; readonly grow: number };

/**
 * The widths of all columns in whole pixels, the name first. Columns without limits are as wide as their longest cell.
 * Spare room goes to cut cells first, then to the column that grows most, so that the sum is `available`. A shortage
 * takes from the other growing columns first, then from the name; if that is not enough, the sum is larger and the
 * table scrolls.
 */
export function columnWidths(columns: readonly MeasuredColumn[], available: number): number[] {
  const widths = columns.map(initialWidth);
  const spare = available - sumOf(widths);
  if (spare < 0) shrink(widths, -spare);
  else grow(widths, spare);
  const whole = widths.map(({ width }) => Math.floor(width + 0.001));
  const most = widths.findIndex(({ grow: share }) => share === Math.max(...widths.map((each) => each.grow)));
  const left = Math.floor(available) - whole.reduce((sum, width) => sum + width, 0);
  return whole.map((width, index) => (index === most && left > 0 ? width + left : width));
}

function initialWidth({ content: { header, usual, longest }, limits, chosen }: MeasuredColumn): Width {
  if (chosen !== undefined) return { width: chosen, min: chosen, longest: chosen, grow: 0 };
  if (limits === undefined) return { width: longest, min: longest, longest, grow: 0 };
  // A column without long cells needs no minimum: its room is better used by others.
  const min = Math.max(header, Math.min(limits.min, longest));
  const width = Math.max(min, Math.min(Math.max(usual, header), limits.max));
  return { width, min, longest, grow: limits.grow };
}

/** By the shares of the columns whose cells are cut, until none is. */
function grow(widths: readonly Width[], room: number) {
  let spare = room;
  for (;;) {
    const cut = widths.filter((each) => each.grow > 0 && each.width < each.longest);
    if (cut.length === 0 || spare <= 0) return;
    const shares = cut.reduce((sum, each) => sum + each.grow, 0);
    const step = Math.min(spare / shares, ...cut.map((each) => (each.longest - each.width) / each.grow));
    for (const each of cut) {
      const wider = each.width + step * each.grow;
      // Floating-point sums may miss the limit by a fraction, and the loop would not end.
      each.width = each.longest - wider < 0.01 ? each.longest : wider;
    }
    spare -= step * shares;
  }
}

function shrink([name, ...others]: readonly Width[], shortage: number) {
  const left = takeFrom(others, shortage);
  if (name) takeFrom([name], left);
}

/** Returns what could not be taken. */
function takeFrom(widths: readonly Width[], wanted: number): number {
  const room = widths.reduce((sum, { width, min }) => sum + width - min, 0);
  if (room === 0) return wanted;
  const taken = Math.min(wanted, room);
  for (const each of widths) each.width -= (taken * (each.width - each.min)) / room;
  return wanted - taken;
}

const sumOf = (widths: readonly Width[]) => widths.reduce((sum, { width }) => sum + width, 0);
