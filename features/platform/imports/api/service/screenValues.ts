import type { CellProblem } from "#api/importer.ts";
import { importLimits } from "#features/platform/imports/contract.ts";
import { unguardCell } from "#api/csv.ts";
import { decodeCell } from "#api/htmlEntities.ts";

type CheckedValue = { readonly value: string; readonly fault?: Omit<CellProblem, "field"> };

/** The content of a cell, and errors that are independent of its field. */
export function screenCell(raw: string): CheckedValue {
  const text = raw.trim();
  if (text.length > importLimits.cellMax) {
    return { value: "", fault: { code: "too_long", params: { maximum: importLimits.cellMax } } };
  }
  if (text.startsWith("=")) return { value: text, fault: { code: "formula", ...suggest(quotedValue(text)) } };
  const value = decodeCell(unguardCell(text)).trim();
  if (!anyFault.test(value)) return { value };
  const found = faults.find(({ pattern }) => pattern.test(value));
  if (!found) return { value };
  const { code, pattern, canMend } = found;
  return { value, fault: { code, ...suggest(canMend ? value.replaceAll(new RegExp(pattern, "gu"), "").trim() : "") } };
}

const suggest = (suggestion: string) => (suggestion === "" ? {} : { suggestion });

/** `="0417"` makes a spreadsheet keep a leading zero. */
const quotedValue = (text: string) => /^="([^"]*)"$/.exec(text)?.[1] ?? "";

const faults = [
  // The replacement character, and halves of a character: the original is unknown.
  { code: "lost_characters", pattern: /[\uFFFD\p{Cs}]/u, canMend: false },
  // Form fields refuse them too (base/fields.ts). Here they come with a suggestion, in every kind of field.
  { code: "direction_marks", pattern: /[\u202A-\u202E]/u, canMend: true },
  // Not tabs and line ends, which a long text may contain; a field of one line refuses those itself.
  { code: "control_characters", pattern: /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/u, canMend: true },
] as const;

/** A single pattern for all of them: almost no cell has any, and a file has millions of cells. */
const anyFault = new RegExp(faults.map(({ pattern }) => pattern.source).join("|"), "u");
