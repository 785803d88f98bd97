import { useState } from "react";

/** The encoding of a file, with the contract's names. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1256" | "windows-1252";

/** Programs can't distinguish the old code pages; users see immediately which is right. */
export const codePages = ["windows-1256", "windows-1252"] as const satisfies readonly Encoding[];

export type FileText = {
  readonly file: File;
  readonly encoding: Encoding;
  /** Known from a byte order mark, or from bytes that allow only one encoding. */
  readonly isCertain: boolean;
  readonly text: string;
};

/** Reads a file that the user chose. `choose` returns the text; `readAs` reads it again in another code page. */
export function useFileText() {
  const [read, setRead] = useState<FileText | null>(null);
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  return {
    read,
    choose: async (file: File): Promise<FileText> => {
      const found = new Uint8Array(await file.arrayBuffer());
      const next = { file, ...readText(found) };
      setBytes(found);
      setRead(next);
      return next;
    },
    readAs: (encoding: Encoding) => {
      if (read === null || bytes === null) return;
      setRead({ ...read, encoding, text: new TextDecoder(encoding).decode(bytes) });
    },
    forget: () => {
      setRead(null);
      setBytes(null);
    },
  };
}

/**
 * A byte order mark decides; then zero bytes, then whether it is valid UTF-8; otherwise it is one of the old code
 * pages.
 */
export function readText(bytes: Uint8Array): Omit<FileText, "file"> {
  const marked = markOf(bytes) ?? zeroBytesOf(bytes);
  if (marked) return { encoding: marked, isCertain: true, text: new TextDecoder(marked).decode(bytes) };
  try {
    return { encoding: "utf-8", isCertain: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const encoding = likelyCodePage(bytes);
    return { encoding, isCertain: false, text: new TextDecoder(encoding).decode(bytes) };
  }
}

function markOf([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

const sampleBytes = 65_536;

/** In UTF-16 delimiters and line ends have a zero beside them, always on the same side; UTF-8 text has none. */
function zeroBytesOf(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, sampleBytes).entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (even + odd === 0 || (even > 0 && odd > 0)) return null;
  return odd > 0 ? "utf-16le" : "utf-16be";
}

/** Arabic words are runs of bytes above 0x7F; in Western text such bytes are single, between ASCII letters. */
function likelyCodePage(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, sampleBytes);
  let high = 0;
  let inRuns = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte < 0x80) continue;
    high += 1;
    if ((sample[index - 1] ?? 0) >= 0x80 || (sample[index + 1] ?? 0) >= 0x80) inRuns += 1;
  }
  return inRuns > high / 2 ? "windows-1256" : "windows-1252";
}
