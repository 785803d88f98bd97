import { certificates } from "#features/halal/certificates/contract.ts";
import { shownMax, WaitingCard } from "#features/platform/home/web/WaitingCard.tsx";
import { formatRelative } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useNow } from "#web/record/useNow.ts";
import { IconCertificate } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Certificates that wait for this user's review, or for anyone's. */
export function ReviewsCard() {
  const messages = useMessages("home");
  const language = useLanguage();
  const now = useNow();
  const query = useRead(certificates.readQueue, {});
  const waiting = query.data && [...query.data.mine, ...query.data.nobodys];
  return (
    <WaitingCard
      title={messages("board.reviews")}
      icon={<IconCertificate size={18} aria-hidden />}
      calm={messages("board.reviewsCalm")}
      all={{ to: "/apps/cert/queue" }}
      total={waiting && { count: waiting.length, isCapped: false }}
      lines={waiting?.slice(0, shownMax).map(({ id, code, holderName, body, submittedAt }) => ({
        id,
        to: `/apps/cert/certs/${id}`,
        title: <bdi>{holderName}</bdi>,
        facts: (
          <>
            <bdi dir="ltr">{code}</bdi> · <bdi>{body}</bdi>
          </>
        ),
        mark: <small>{formatRelative(language, submittedAt, now)}</small>,
      }))}
      query={query}
    />
  );
}
