import { createElement, useMemo } from "react";
import type { Output } from "#base/contract.ts";
import { audit, type AuditRow, auditSorts } from "#features/access/audit/contract.ts";
import { type AuditTexts, useAuditTexts } from "#features/access/audit/web/useAuditTexts.ts";
import { formatDate, formatTime } from "#web/formats.ts";
import { nameWidth, textWidth } from "#web/list/widthLimits.ts";
import { defineList, type ListDefinition } from "#web/list/defineList.ts";
import type { Language } from "#web/screens.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { useMessages } from "#web/useMessages.ts";

type Terms = Output<typeof audit.terms>;

/** The list of entries. Its filter values depend on the log, so the definition is created from them. */
export function useAuditList(terms: Terms): ListDefinition<AuditRow> {
  const t = useMessages("audit");
  const texts = useAuditTexts(terms.resources);
  return useMemo(() => listOf(terms, texts, t), [terms, texts, t]);
}

const views = [
  { id: "refusals", filters: { action: ["refuse"] } },
  { id: "exports", filters: { action: ["export"] } },
  { id: "signIns", filters: { action: ["sign_in", "sign_in_failed", "sign_out"] } },
] as const;

function listOf(terms: Terms, texts: AuditTexts, t: Translate<MessageKey<"audit">>): ListDefinition<AuditRow> {
  const names = new Map(terms.actors.map(({ id, name }) => [id, name]));
  const summaryOf = (row: AuditRow, language: Language) => summaryText(row, { texts, t, language });
  return defineList({
    name: "audit",
    operation: audit.list,
    path: "/apps/audit/entries",
    nameOf: ({ actorName, action }) => `${texts.actionOf(action)} · ${actorName}`,
    columns: [
      {
        id: "at",
        width: textWidth,
        sort: "at",
        firstDirection: "desc",
        cell: ({ at }, { language }) => timeOf(at, language),
      },
      { id: "actorName", width: textWidth, cell: ({ actorName }) => bdi(actorName) },
      { id: "action", width: textWidth, cell: ({ action }) => texts.actionOf(action) },
      { id: "resource", width: textWidth, isQuiet: true, cell: (row) => texts.objectOf(row) },
      { id: "changes", width: nameWidth, cell: (row, { language }) => summaryOf(row, language) },
      { id: "address", width: textWidth, isQuiet: true, cell: ({ address }) => address && code(address) },
      { id: "reason", width: textWidth, isHidden: true, cell: ({ reason }) => reason && bdi(reason) },
      // IDs, titled as such and off by default: administrators copy them to find the entry in the server's log, and the
      // record in other systems.
      { id: "resourceId", width: textWidth, isHidden: true, cell: ({ resourceId }) => code(resourceId) },
      { id: "requestId", width: textWidth, isHidden: true, cell: ({ requestId }) => code(requestId) },
      { id: "userAgent", width: textWidth, isHidden: true, cell: ({ userAgent }) => userAgent && code(userAgent) },
    ],
    card: {
      facts: (row, { language }) => [
        texts.objectOf(row),
        [timeOf(row.at, language), summaryOf(row, language)].filter(Boolean).join(" · "),
      ],
    },
    filters: [
      { kind: "choice", name: "actorId", codes: [...names.keys()], wordOf: (id) => names.get(id) ?? id },
      { kind: "choice", name: "action", codes: terms.actions, wordOf: texts.actionOf },
      { kind: "choice", name: "resource", codes: terms.resources, wordOf: texts.resourceOf },
      { kind: "days", name: "period", from: "from", to: "to" },
      { kind: "word", name: "requestId" },
      { kind: "word", name: "resourceId" },
    ],
    views: views.filter(({ filters }) => filters.action.some((action) => terms.actions.includes(action))),
    sorts: auditSorts,
    initialOrder: { sort: "at", direction: "desc" },
    read: audit.get,
    exporting: audit.exportCsv,
  });
}

const bdi = (text: string) => createElement("bdi", null, text);
const code = (text: string) => createElement("bdi", { dir: "ltr" }, text);

/** With seconds, because the order of entries within a minute matters. */
export const timeOf = (at: string, language: Language): string =>
  `${formatDate(language, at)}${language === "ar" ? "،" : ","} \u2066${formatTime(language, at)}:${at.slice(17, 19)}\u2069`;

const namedMax = 3;

/** What happened, in a line: the changed fields, or the refused call. */
function summaryText(
  { resource, changedFields, operation, reason }: AuditRow,
  { texts, t, language }: { texts: AuditTexts; t: Translate<MessageKey<"audit">>; language: Language },
): string {
  if (operation !== null) return `\u2066${operation}\u2069`;
  const named = changedFields.slice(0, namedMax).map((field) => texts.fieldOf(resource, field));
  if (named.length === 0) return reason ?? "";
  const more = changedFields.length - named.length;
  const list = new Intl.ListFormat(language, { style: "narrow", type: "conjunction" }).format(named);
  return more > 0 ? t("summary.andMore", { fields: list, figure: more }) : list;
}
