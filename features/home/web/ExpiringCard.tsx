import { certificates } from "#features/certificates/contract.ts";
import { shownMax, WaitingCard } from "#features/home/web/WaitingCard.tsx";
import { useRead } from "#web/operations.ts";
import { IconClock } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useWords } from "#web/useWords.ts";

/** Days before the end from which it is urgent, as the last notices have it (domain 1.7). */
const urgentDays = 14;

/** Certificates that end within 90 days, the next one first. */
export function ExpiringCard() {
  const words = useWords("home");
  const query = useRead(certificates.list, {
    expiringWithin: ["90"],
    sort: "endsAt",
    direction: "asc",
    limit: 25,
    count: "capped",
  });
  return (
    <WaitingCard
      title={words("board.expiring")}
      icon={<IconClock size={18} aria-hidden />}
      calm={words("board.expiringCalm")}
      all={{ to: "/apps/cert/certs", search: { expiringWithin: "90" } }}
      total={query.data?.total ?? undefined}
      lines={query.data?.rows.slice(0, shownMax).map(({ id, code, holderName, body, daysLeft }) => ({
        id,
        to: `/apps/cert/certs/${id}`,
        title: <bdi>{holderName}</bdi>,
        facts: (
          <>
            <bdi dir="ltr">{code}</bdi> · <bdi>{body.acronym}</bdi>
          </>
        ),
        mark: daysLeft !== null && (
          <StatusBadge tone={daysLeft <= urgentDays ? "error" : "warn"}>
            {words("board.days", { count: daysLeft })}
          </StatusBadge>
        ),
      }))}
      query={query}
    />
  );
}
