import { certificates } from "#features/certificates/contract.ts";
import classes from "#features/home/web/ExpiringCard.module.css";
import { shownMax, WaitingCard } from "#features/home/web/WaitingCard.tsx";
import { useRead } from "#web/operations.ts";
import { IconClock } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useStored } from "#web/ui/useStored.ts";
import { useWords } from "#web/useWords.ts";

/** Days before the end from which it is urgent, as the last notices have it (domain 1.7). */
const urgentDays = 14;

/** How far one looks ahead (domain 5.2). */
const spans = ["7", "30", "90"] as const;
type Span = (typeof spans)[number];

/** Certificates that end within 7, 30 or 90 days, the next one first. What was chosen last is kept. */
export function ExpiringCard() {
  const words = useWords("home");
  const [span, setSpan] = useStored<Span>("mizan.home.expiring", "90");
  const query = useRead(certificates.list, {
    expiringWithin: [span],
    sort: "endsAt",
    direction: "asc",
    limit: 25,
    count: "capped",
  });
  return (
    <WaitingCard
      title={words("board.expiring")}
      icon={<IconClock size={18} aria-hidden />}
      calm={words("board.expiringCalm", { count: Number(span) })}
      choice={<SpanChoice span={span} onChange={setSpan} />}
      all={{ to: "/apps/cert/certs", search: { expiringWithin: span } }}
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

function SpanChoice({ span, onChange }: { readonly span: Span; readonly onChange: (span: Span) => void }) {
  const words = useWords("home");
  return (
    <span className={classes.spans} role="group" aria-label={words("board.within")}>
      {spans.map((each) => (
        <button key={each} type="button" aria-pressed={each === span} onClick={() => onChange(each)}>
          {words("board.days", { count: Number(each) })}
        </button>
      ))}
    </span>
  );
}
