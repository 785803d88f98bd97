import { approvals } from "#features/access/approvals/contract.ts";
import { changeTitle, requestTitle } from "#features/access/approvals/rules.ts";
import { shownMax, WaitingCard } from "#features/platform/home/web/WaitingCard.tsx";
import { formatRelative } from "#web/formats.ts";
import { useRead } from "#web/operations.ts";
import { useNow } from "#web/record/useNow.ts";
import { IconChecks } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** Changes by others that this user may approve. */
export function ApprovalsCard() {
  const messages = useMessages("home");
  const language = useLanguage();
  const now = useNow();
  const query = useRead(approvals.list, {
    box: ["waiting"],
    sort: "createdAt",
    direction: "asc",
    limit: 25,
    count: "capped",
  });
  return (
    <WaitingCard
      title={messages("board.approvals")}
      icon={<IconChecks size={18} aria-hidden />}
      calm={messages("board.approvalsCalm")}
      all={{ to: "/apps/approval/approvals" }}
      total={query.data?.total ?? undefined}
      lines={query.data?.rows.slice(0, shownMax).map(({ id, resource, title, action, requestedByName, createdAt }) => ({
        id,
        to: `/apps/approval/approvals/${id}`,
        title: <bdi>{requestTitle({ resource, title }, language)}</bdi>,
        facts: (
          <>
            {changeTitle(action, language)} · <bdi>{requestedByName}</bdi>
          </>
        ),
        mark: <small>{formatRelative(language, createdAt, now)}</small>,
      }))}
      query={query}
    />
  );
}
