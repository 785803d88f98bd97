import { approvalBoxes, approvals, approvalStates } from "#features/access/approvals/contract.ts";
import { ApprovalStateBadge } from "#features/access/approvals/web/ApprovalStateBadge.tsx";
import { changeTitle, requestTitle } from "#features/access/approvals/rules.ts";
import { formatRelative } from "#web/formats.ts";
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
    { id: "title", width: 240, cell: (row, { language }) => <bdi>{requestTitle(row, language)}</bdi> },
    { id: "action", width: 200, cell: ({ action }, { language }) => changeTitle(action, language) },
    { id: "requestedByName", width: 180, cell: ({ requestedByName }) => <bdi>{requestedByName}</bdi> },
    {
      id: "createdAt",
      width: 140,
      sort: "createdAt",
      firstDirection: "desc",
      cell: ({ createdAt }, { language }) => formatRelative(language, createdAt, Date.now()),
    },
    {
      id: "state",
      width: 168,
      cell: ({ state }, { t }) => <ApprovalStateBadge state={state}>{t(`state.${state}`)}</ApprovalStateBadge>,
    },
    { id: "isMyTurn", width: 120, cell: (row, { t }) => row.isMyTurn && t("yourTurn") },
    {
      id: "decidedByName",
      width: 180,
      isHidden: true,
      cell: ({ decidedByName }) => decidedByName && <bdi>{decidedByName}</bdi>,
    },
  ],
  card: {
    facts: (row, { language, t }) => [
      changeTitle(row.action, language),
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
