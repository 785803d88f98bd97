import { certificates } from "#features/halal/certificates/contract.ts";
import classes from "#features/platform/home/web/ExpiringCard.module.css";
import { ExpiringFilters, type Narrowing } from "#features/platform/home/web/ExpiringFilters.tsx";
import { shownMax, WaitingCard } from "#features/platform/home/web/WaitingCard.tsx";
import { writeFilter } from "#web/list/filters.ts";
import { useRead } from "#web/operations.ts";
import { IconClock } from "#web/ui/icons.ts";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useStored } from "#web/ui/useStored.ts";
import { useMessages } from "#web/useMessages.ts";

/** Days before the end when it becomes urgent, like the last notices (domain 1.7). */
const urgentDays = 14;

/** How far ahead it looks, in days (domain 5.2). */
const spans = ["7", "30", "90"] as const;
type Span = (typeof spans)[number];

const nothing: Narrowing = {};

/**
 * Certificates that end within 7, 30 or 90 days, the next one first, with optional filters. The last choice is stored.
 */
export function ExpiringCard() {
  const messages = useMessages("home");
  const [span, setSpan] = useStored<Span>("mizan.home.expiring", "90");
  const [narrowing, setNarrowing] = useStored<Narrowing>("mizan.home.expiringOf", nothing);
  const isNarrowed = Object.keys(narrowing).length > 0;
  const query = useRead(certificates.list, {
    ...inputOf(narrowing),
    expiringWithin: [span],
    sort: "endsAt",
    direction: "asc",
    limit: 25,
    count: "capped",
  });
  return (
    <WaitingCard
      title={messages("board.expiring")}
      icon={<IconClock size={18} aria-hidden />}
      calm={isNarrowed ? messages("board.expiringNone") : messages("board.expiringCalm", { count: Number(span) })}
      choice={
        <>
          <SpanChoice span={span} onChange={setSpan} />
          <ExpiringFilters narrowing={narrowing} onChange={setNarrowing} />
        </>
      }
      all={{ to: "/apps/cert/certs", search: { ...searchOf(narrowing), expiringWithin: span } }}
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
            {messages("board.days", { count: daysLeft })}
          </StatusBadge>
        ),
      }))}
      query={query}
    />
  );
}

/** As the list's operation expects it. */
const inputOf = ({ market, brandId }: Narrowing) => ({
  ...(market && { market: [...market] }),
  ...(brandId && { brandId: [...brandId] }),
});

/** As the list's address has it. */
const searchOf = (narrowing: Narrowing) =>
  Object.fromEntries(Object.entries(narrowing).map(([name, codes]) => [name, writeFilter(codes)]));

function SpanChoice({ span, onChange }: { readonly span: Span; readonly onChange: (span: Span) => void }) {
  const messages = useMessages("home");
  return (
    <span className={classes.spans} role="group" aria-label={messages("board.within")}>
      {spans.map((each) => (
        <button key={each} type="button" aria-pressed={each === span} onClick={() => onChange(each)}>
          {messages("board.days", { count: Number(each) })}
        </button>
      ))}
    </span>
  );
}
