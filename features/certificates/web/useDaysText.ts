import type { CertificateRow } from "#features/certificates/contract/records.ts";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useWords } from "#web/useWords.ts";

type Timed = Pick<CertificateRow, "daysLeft" | "effectiveState">;

/** Of these the days count; any other has no end yet, or one that a person has decided. */
const timed: ReadonlySet<Timed["effectiveState"]> = new Set(["upcoming", "valid", "expiring", "expired", "suspended"]);

/** The days that count for a certificate, below zero once it has expired; null for one that has none. */
export const countedDays = ({ daysLeft, effectiveState }: Timed): number | null =>
  timed.has(effectiveState) ? daysLeft : null;

/** The key of the words for a number of days: how many are left, or how many have gone since. */
export const daysKey = (daysLeft: number) => (daysLeft < 0 ? "daysOver" : "daysLeft");

/** `41 days left`, `Expires today`, `Expired 3 days ago`; null for a certificate that has no days to count. */
export function useDaysText(): (certificate: Timed) => string | null {
  const t = useWords("certificates");
  const language = useLanguage();
  return (certificate) => {
    const days = countedDays(certificate);
    if (days === null) return null;
    const count = Math.abs(days);
    return t(daysKey(days), { count, figure: formatNumber(language, count) });
  };
}
