import type { CertificateRow } from "#features/halal/certificates/record/contract/records.ts";
import { formatNumber } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type WithDays = Pick<CertificateRow, "daysLeft" | "effectiveState">;

/** States with days to show. The others have no end yet, or a person ended them. */
const timed: ReadonlySet<WithDays["effectiveState"]> = new Set([
  "upcoming",
  "valid",
  "expiring",
  "expired",
  "suspended",
]);

/** The days to show for a certificate, negative once it has expired; null if its state has none. */
export const countedDays = ({ daysLeft, effectiveState }: WithDays): number | null =>
  timed.has(effectiveState) ? daysLeft : null;

/** The message key for a number of days, left or since the end. */
export const daysKey = (daysLeft: number) => (daysLeft < 0 ? "daysOver" : "daysLeft");

/** `41 days left`, `Expires today`, `Expired 3 days ago`; null if there are no days to show. */
export function useDaysText(): (certificate: WithDays) => string | null {
  const t = useMessages("certificates");
  const language = useLanguage();
  return (certificate) => {
    const days = countedDays(certificate);
    if (days === null) return null;
    const count = Math.abs(days);
    return t(daysKey(days), { count, figure: formatNumber(language, count) });
  };
}
