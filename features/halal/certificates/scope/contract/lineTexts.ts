import { readGtin } from "#base/gtin.ts";
import { certificateLimits } from "#features/halal/certificates/contract/vocabulary.ts";

/** A line as parsed from a list. */
export type ReadLine = { readonly name: string; readonly brand: string | null; readonly gtin: string | null };
/** A line with a wrong GTIN, as it was entered. */
export type LineFault = { readonly text: string; readonly code: string };

/**
 * Parses a list that was pasted from a document or a spreadsheet: one product per line. A number of 8 to 14 digits in
 * brackets, in a column of its own or at the end is its GTIN; a number or a bullet in front of the name belongs to the
 * list.
 */
export function readLines(text: string, separator: "\n" | "|" = "\n"): { lines: ReadLine[]; faults: LineFault[] } {
  const lines: ReadLine[] = [];
  const faults: LineFault[] = [];
  for (const raw of text.split(separator)) {
    const whole = raw
      .normalize("NFC")
      .replaceAll(/[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, "")
      .trim();
    if (whole === "") continue;
    const { name, number } = partsOf(whole);
    const reading = number === null ? null : readGtin(number);
    if (reading !== null && reading.gtin === null) faults.push({ text: whole, code: reading.problem });
    if (name !== "") {
      const shortened = Array.from(name).slice(0, certificateLimits.lineNameMax).join("").trim();
      lines.push({ name: shortened, brand: null, gtin: reading?.gtin ?? null });
    }
  }
  return { lines, faults };
}

const listMark = /^(?:[-–•*·]|[\d٠-٩۰-۹]{1,4}[.):-]|[\d٠-٩۰-۹]{1,3}\t)\s*/u;
/** In the digits of any script that products are labelled in, as `readGtin` accepts them. */
const barcode = "[\\d٠-٩۰-۹]{8}|[\\d٠-٩۰-۹]{12,14}";
const gtinAtEnd = new RegExp(`^(.*?)[\\s,;\\t([|:]*(?:GTIN|EAN|UPC)?[\\s:#]*(${barcode})[)\\]]?\\s*$`, "iu");
const gtinInFront = new RegExp(`^(${barcode})[\\s,;\\t]+(.+)$`, "u");

function partsOf(line: string): { name: string; number: string | null } {
  const inFront = gtinInFront.exec(line);
  if (inFront) return { name: tidy(inFront[2]!), number: inFront[1]! };
  const bare = line.replace(listMark, "");
  const atEnd = gtinAtEnd.exec(bare);
  if (atEnd && atEnd[1]!.trim() !== "") return { name: tidy(atEnd[1]!), number: atEnd[2]! };
  return { name: tidy(bare), number: null };
}

const tidy = (name: string) =>
  name
    .replaceAll(/[\s\u0000-\u001F]+/gu, " ")
    .replaceAll(/[\s,;|]+$/gu, "")
    .trim();
