import { Link } from "@tanstack/react-router";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { useState } from "react";
import type { Approval } from "#features/access/approvals/contract.ts";
import classes from "#features/access/approvals/web/ApprovalRecord.module.css";
import { changeTitle, requestTitle } from "#features/access/approvals/rules.ts";
import { ApprovalStateBadge } from "#features/access/approvals/web/ApprovalStateBadge.tsx";
import { ApprovalSteps } from "#features/access/approvals/web/ApprovalActions.tsx";
import { recordPaths } from "#features/access/audit/rules.ts";
import { LinkNote } from "#features/access/approvals/web/LinkNote.tsx";
import { ChangesTable } from "#features/access/approvals/web/ChangesTable.tsx";
import { CommentThread } from "#features/access/approvals/web/CommentThread.tsx";
import { formatDate, formatDateTime, formatNumber } from "#web/formats.ts";
import { RecordPage } from "#web/record/RecordPage.tsx";
import { StatusNote, type StatusReason } from "#web/record/StatusNote.tsx";
import type { Language } from "#web/screens.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** A request: the change, its impact, the comments, and the decision. */
export function ApprovalRecord({ approval }: { readonly approval: Approval }) {
  const t = useMessages("approvals");
  const language = useLanguage();
  const action = changeTitle(approval.action, language);
  const path = recordPaths[approval.resource];
  const [link, setLink] = useState<string | null>(null);
  return (
    <RecordPage
      list={{ name: "approvals", title: t("title"), path: "/apps/approval/approvals" }}
      id={approval.id}
      title={requestTitle(approval, language)}
      crumb={action}
      badge={<ApprovalStateBadge state={approval.state}>{t(`state.${approval.state}`)}</ApprovalStateBadge>}
      facts={
        <>
          <span>{action}</span>
          <span>
            {t("byWhen", { who: approval.requestedByName, when: formatDateTime(language, approval.createdAt) })}
          </span>
          {path && <Link to={`${path}/${approval.resourceId}`}>{t("openRecord")}</Link>}
        </>
      }
      actions={<ApprovalSteps approval={approval} onLink={setLink} />}
      note={link === null ? <ApprovalNote approval={approval} /> : <LinkNote link={link} />}
    >
      <section className={classes.part}>
        <h2>{t("changes.title")}</h2>
        <ChangesTable changes={approval.changes} />
      </section>
      {approval.impact.length > 0 && (
        <section className={classes.part}>
          <h2>{t("impact.title")}</h2>
          <ul>
            {approval.impact.map(({ code, count }) => (
              <li key={code}>
                {t(`impact.${code}`, {
                  count,
                  figure: formatNumber(language, count),
                  defaultValue: `${code}: ${count}`,
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={classes.part}>
        <h2>{t("comments.title")}</h2>
        <CommentThread approval={approval} />
      </section>
      <p className={classes.expiry}>
        {approval.state === "pending" && t("expires", { day: formatDate(language, approval.expiresAt) })}
      </p>
    </RecordPage>
  );
}

function ApprovalNote({ approval }: { readonly approval: Approval }) {
  const t = useMessages("approvals");
  const language = useLanguage();
  const { state, decidedByName, closedAt, comment, isOutdated, pausedUntil, aloneAfter } = approval;
  const reasons: StatusReason[] = [];
  if (comment !== null) reasons.push({ key: "comment", text: comment, isBlocking: false });
  if (isOutdated) reasons.push({ key: "outdated", text: t("note.outdated"), isBlocking: true });
  if (pausedUntil !== null) {
    const until = formatDateTime(language, pausedUntil);
    reasons.push({ key: "paused", text: t("note.paused", { when: until }), isBlocking: true });
  }
  const when = closedAt === null ? "" : formatDateTime(language, closedAt);
  const lead = decidedByName
    ? t(`note.by.${state}`, { who: decidedByName, when, defaultValue: t(`note.plain.${state}`, { when }) })
    : t(`note.plain.${state === "pending" && aloneAfter !== null ? "objectable" : state}`, { when });
  const next = state !== "pending" ? undefined : nextOf(approval, t, language);
  return <StatusNote lead={lead} reasons={reasons} next={next} />;
}

/** The next step, if the only second user is the one whom the request is about. */
function nextOf(
  { isMine, isMyTurn, aloneAfter, decisions }: Approval,
  t: Translate<MessageKey<"approvals">>,
  language: Language,
): string {
  if (aloneAfter !== null) {
    const when = formatDateTime(language, aloneAfter);
    if (isMine) return t(decisions.includes("approve") ? "note.carryOut" : "note.untilObjection", { when });
    if (isMyTurn && !decisions.includes("approve")) return t("note.object", { when });
  }
  return t(isMyTurn ? "note.yourTurn" : isMine ? "note.others" : "note.notYours");
}
