import type { CertificateRow } from "#features/certificates/contract/records.ts";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type Timed = Pick<CertificateRow, "daysLeft" | "state">;

/** How many days a certificate has left, in words; nothing for one without an end or that does not stand. */
export function useDaysText(): (certificate: Timed) => string | null {
  const t = useWords("certificates");
  const language = useLanguage();
  return ({ daysLeft, state }) => {
    if (daysLeft === null || (state !== "verified" && state !== "suspended")) return null;
    const count = Math.abs(daysLeft);
    return t(daysLeft < 0 ? "daysOver" : "daysLeft", { count, figure: formatNumber(language, count) });
  };
}
