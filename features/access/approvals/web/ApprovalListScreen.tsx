import { approvalBoxes, approvals, approvalStates } from "#features/access/approvals/contract.ts";
import { ApprovalStateBadge } from "#features/access/approvals/web/ApprovalStateBadge.tsx";
import { changeTitle, requestTitle } from "#features/access/approvals/rules.ts";
import { formatRelative } from "#web/formats.ts";
import { textWidth } from "#web/list/widthLimits.ts";
import { defineList } from "#web/list/defineList.ts";
import { RecordList } from "#web/list/RecordList.tsx";
import { LinkButton } from "#web/ui/LinkButton.tsx";
import { useMessages } from "#web/useMessages.ts";

const approvalList = defineList({
  name: "approvals",
  operation: approvals.list,
  path: "/apps/approval/approvals",
  nameOf: requestTitle,
  columns: [
    { id: "title", cell: (row, { language }) => <bdi>{requestTitle(row, language)}</bdi> },
    { id: "action", width: textWidth, cell: ({ action }, { language }) => changeTitle(action, language) },
    { id: "requestedByName", width: textWidth, cell: ({ requestedByName }) => <bdi>{requestedByName}</bdi> },
    {
      id: "createdAt",
      sort: "createdAt",
      firstDirection: "desc",
      cell: ({ createdAt }, { language }) => formatRelative(language, createdAt, Date.now()),
    },
    {
      id: "state",
      cell: ({ state }, { t }) => <ApprovalStateBadge state={state}>{t(`state.${state}`)}</ApprovalStateBadge>,
    },
    { id: "isMyTurn", cell: (row, { t }) => row.isMyTurn && t("yourTurn") },
    {
      id: "decidedByName",
      width: textWidth,
      isHidden: true,
      cell: ({ decidedByName }) => decidedByName && <bdi>{decidedByName}</bdi>,
    },
  ],
  card: {
    facts: (row, { language, t }) => [
      changeTitle(row.action, language),
      (row.isMyTurn ? `${t("yourTurn")} · ` : "") +
        t("byWhen", { who: row.requestedByName, when: formatRelative(language, row.createdAt, Date.now()) }),
    ],
    mark: ({ state }, { t }) => <ApprovalStateBadge state={state}>{t(`state.${state}`)}</ApprovalStateBadge>,
  },
  filters: [
    { kind: "choice", name: "state", codes: approvalStates },
    { kind: "choice", name: "box", codes: approvalBoxes },
  ],
  // The first is the default without a filter: what the user can decide.
  views: [
    { id: "mine", filters: { box: ["mine"] } },
    { id: "everything", filters: { box: ["everything"] } },
  ],
  sorts: ["createdAt", "updatedAt"],
  initialOrder: { sort: "createdAt", direction: "desc" },
  read: approvals.get,
});

/** The inbox of everything that needs approval. */
export function ApprovalListScreen() {
  const t = useMessages("approvals");
  return (
    <RecordList
      list={approvalList}
      actions={
        <LinkButton to="/apps/approval/approvals/rules" operation={approvals.changeRule} variant="default">
          {t("rules.title")}
        </LinkButton>
      }
      keepsActions
    />
  );
}
