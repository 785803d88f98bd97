import { lazy, Suspense } from "react";
import { approvals } from "#features/access/approvals/contract.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import classes from "#features/platform/home/web/Board.module.css";
import { Figures } from "#features/platform/home/web/Figures.tsx";
import { loadListMessages } from "#web/list/withListMessages.ts";
import { useCan } from "#web/session.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useMessages } from "#web/useMessages.ts";

const ApprovalsCard = lazy(() =>
  import("#features/platform/home/web/ApprovalsCard.tsx").then((module) => ({ default: module.ApprovalsCard })),
);
const ReviewsCard = lazy(() =>
  import("#features/platform/home/web/ReviewsCard.tsx").then((module) => ({ default: module.ReviewsCard })),
);
const ExpiringCard = lazy(() =>
  Promise.all([import("#features/platform/home/web/ExpiringCard.tsx"), loadListMessages()]).then(([module]) => ({
    default: module.ExpiringCard,
  })),
);

/** What this user must do today, and the state of the data: only what they may see. */
export function Board() {
  const messages = useMessages("home");
  const can = useCan();
  const cards = [
    ...(can(approvals.list) ? [{ name: "approvals", Card: ApprovalsCard }] : []),
    ...(can(certificates.readQueue) ? [{ name: "reviews", Card: ReviewsCard }] : []),
    ...(can(certificates.list) ? [{ name: "expiring", Card: ExpiringCard }] : []),
  ];
  return (
    <section className={classes.board} aria-label={messages("board.title")}>
      {cards.length > 0 && (
        <div className={classes.cards}>
          {cards.map(({ name, Card }) => (
            <Suspense key={name} fallback={<SkeletonRows rows={4} rowPx={48} />}>
              <Card />
            </Suspense>
          ))}
        </div>
      )}
      <Figures />
    </section>
  );
}
