import { lazy, Suspense, useState } from "react";
import { certificates } from "#features/halal/certificates/contract.ts";
import classes from "#features/platform/home/web/ExpiringCard.module.css";
import { QueueCard } from "#features/platform/home/web/QueueCard.tsx";
import type { Queue } from "#features/platform/home/contract.ts";
import { writeFilter } from "#web/list/filters.ts";
import { loadListMessages } from "#web/list/withListMessages.ts";
import { useRead } from "#web/operations.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconFilter } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useStored } from "#web/ui/useStored.ts";
import { useMessages } from "#web/useMessages.ts";
import type { Span } from "#features/platform/home/web/ExpiringChoice.tsx";
import type { Narrowing } from "#features/platform/home/web/ExpiringFilters.tsx";

const ExpiringChoice = lazy(() =>
  Promise.all([import("#features/platform/home/web/ExpiringChoice.tsx"), loadListMessages()]).then(([module]) => ({
    default: module.ExpiringChoice,
  })),
);

const nothing: Narrowing = {};
const spanDefault: Span = "90";

/**
 * Certificates that end soon, the next one first. The home call has those of the next 90 days; with another choice,
 * which is stored, the card asks for its own.
 */
export function ExpiringCard({ queue }: { readonly queue: Queue | undefined }) {
  const messages = useMessages("home");
  const [isOpen, setIsOpen] = useState(false);
  const [span, setSpan] = useStored<Span>("mizan.home.expiring", spanDefault);
  const [narrowing, setNarrowing] = useStored<Narrowing>("mizan.home.expiringOf", nothing);
  const isNarrowed = Object.keys(narrowing).length > 0;
  const isChosen = isNarrowed || span !== spanDefault;
  const own = useOwnRows({ span, narrowing, isEnabled: isChosen });
  return (
    <QueueCard
      name="expiring"
      queue={isChosen ? own : queue}
      calm={isNarrowed ? messages("board.expiringNone") : messages("board.expiringCalm", { count: Number(span) })}
      search={{ ...searchOf(narrowing), expiringWithin: span }}
      choice={
        <IconButton
          size="sm"
          label={messages("board.narrowExpiring")}
          isPressed={isOpen}
          className={isChosen ? (classes.isChosen ?? "") : ""}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconFilter size={16} aria-hidden="true" />
        </IconButton>
      }
      // In the place of the rows, so that nothing below moves.
      panel={
        isOpen && (
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <ExpiringChoice span={span} onSpan={setSpan} narrowing={narrowing} onNarrow={setNarrowing} />
          </Suspense>
        )
      }
    />
  );
}

type Choice = { readonly span: Span; readonly narrowing: Narrowing; readonly isEnabled: boolean };

function useOwnRows({
  span,
  narrowing: { market, brandId },
  isEnabled,
}: Choice): Pick<Queue, "total" | "rows"> | undefined {
  const { data } = useRead(
    certificates.list,
    {
      ...(market && { market: [...market] }),
      ...(brandId && { brandId: [...brandId] }),
      expiringWithin: [span],
      sort: "endsAt",
      direction: "asc",
      limit: 25,
      count: "capped",
    },
    { isEnabled },
  );
  return (
    data && {
      total: data.total!,
      rows: data.rows.slice(0, 4).map(({ id, code, holderName, body, daysLeft }) => ({
        id,
        title: holderName,
        code,
        by: body.acronym,
        change: null,
        at: null,
        daysLeft,
      })),
    }
  );
}

/** As the list's address has it. */
const searchOf = (narrowing: Narrowing) =>
  Object.fromEntries(Object.entries(narrowing).map(([name, codes]) => [name, writeFilter(codes)]));
