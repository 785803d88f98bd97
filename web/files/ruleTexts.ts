import { type FileRule, type MediaType, spreadsheetType } from "#base/files.ts";
import { formatNumber } from "#web/formats.ts";
import type { Language } from "#web/screens.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";

const shortNames: Readonly<Record<MediaType, string>> = {
  "image/jpeg": "JPG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "application/pdf": "PDF",
  "text/csv": "CSV",
  "text/plain": "TXT",
  [spreadsheetType]: "XLSX",
};

/** `PDF, JPG or PNG, up to 20 MB` */
export function limitsText(
  t: Translate<MessageKey<"files">>,
  language: Language,
  { accepts, bytesMax }: FileRule,
): string {
  const types = new Intl.ListFormat(language, { type: "disjunction" }).format(accepts.map((type) => shortNames[type]));
  return t("limits", { types, size: sizeText(language, bytesMax) });
}

/** `1.4 MB`: in units of 1,024, like the limits. */
export function sizeText(language: Language, bytes: number): string {
  if (bytes < 1_048_576) return `\u2066${formatNumber(language, Math.max(1, Math.round(bytes / 1024)))} KB\u2069`;
  const megabytes = bytes / 1_048_576;
  return `\u2066${formatNumber(language, megabytes, Number.isInteger(megabytes) ? 0 : 1)} MB\u2069`;
}

/** The `accept` attribute of the file input. */
export const acceptOf = ({ accepts }: FileRule): string => accepts.join(",");

export const typeName = (mediaType: MediaType): string => shortNames[mediaType];
