import { Link } from "@tanstack/react-router";
import { type ReactNode, useContext } from "react";
import type { AuditEntry } from "#features/access/audit/contract.ts";
import classes from "#features/access/audit/web/EntryFacts.module.css";
import { recordPaths } from "#features/access/audit/rules.ts";
import { timeOf } from "#features/access/audit/web/useAuditList.ts";
import { useAuditTexts } from "#features/access/audit/web/useAuditTexts.ts";
import { formatDateTime } from "#web/formats.ts";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

/** All facts of an entry but the changes: who, from where and why. */
export function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const t = useMessages("audit");
  const language = useLanguage();
  const { resourceOf } = useAuditTexts([entry.resource]);
  const user = entry.actorType === "user" && entry.actorId !== null ? entry.actorId : null;
  return (
    <section className={classes.facts} aria-label={t("facts.title")}>
      <h2>{t("facts.title")}</h2>
      <dl>
        <Fact title={t("columns.at")}>
          <time dateTime={entry.at}>{timeOf(entry.at, language)}</time>
        </Fact>
        <Fact title={t("columns.actorName")}>
          <PageLink resource="users" id={user}>
            <bdi>{entry.actorName}</bdi>
          </PageLink>{" "}
          <span className={classes.quiet}>{t(`actorTypes.${entry.actorType}`)}</span>
        </Fact>
        {entry.onBehalfOf && (
          <Fact title={t("facts.onBehalfOf")}>
            <PageLink resource={entry.onBehalfOf.kind === "user" ? "users" : "roles"} id={entry.onBehalfOf.id}>
              <bdi>{entry.onBehalfOf.name ?? t("facts.unnamed")}</bdi>
            </PageLink>
          </Fact>
        )}
        <Fact title={t("columns.resource")}>
          {resourceOf(entry.resource)}
          {entry.resourceId !== "*" && <RecordLink entry={entry} />}
        </Fact>
        {entry.reason && (
          <Fact title={t("columns.reason")}>
            <span dir="auto">{entry.reason}</span>
          </Fact>
        )}
        {entry.address && (
          <Fact title={t("columns.address")}>
            <Code>{entry.address}</Code>
          </Fact>
        )}
        {entry.userAgent && (
          <Fact title={t("columns.userAgent")}>
            <Code>{entry.userAgent}</Code>
          </Fact>
        )}
        <Fact title={t("columns.requestId")}>
          <Link to="/apps/audit/entries" search={{ requestId: entry.requestId }}>
            {t("facts.sameRequest")}
          </Link>
        </Fact>
        {entry.approvalId && (
          <Fact title={t("facts.approval")}>
            <Link to={`/apps/approval/approvals/${entry.approvalId}`}>{t("facts.openApproval")}</Link>
          </Fact>
        )}
        <Fact title={t("facts.seal")}>
          {entry.seal
            ? t("facts.sealed", { number: entry.seal.number, when: formatDateTime(language, entry.seal.sealedAt) })
            : t("facts.notSealed")}
        </Fact>
      </dl>
    </section>
  );
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

const Code = ({ children }: { readonly children: string }) => (
  <code className={classes.code} dir="ltr">
    {children}
  </code>
);

/** The record by its name; records that are gone, or that the reader may not see, have none. */
function RecordLink({ entry: { resource, resourceId, resourceTitle } }: { readonly entry: AuditEntry }) {
  const t = useMessages("audit");
  if (resourceTitle === null) return <span className={classes.quiet}> {t("facts.unnamed")}</span>;
  return (
    <>
      {" "}
      <PageLink resource={resource} id={resourceId}>
        <bdi>{resourceTitle}</bdi>
      </PageLink>
    </>
  );
}

type PageLinkProps = { readonly resource: string; readonly id: string | null; readonly children: ReactNode };

function PageLink({ resource, id, children }: PageLinkProps) {
  const { paths } = useContext(KnownScreensContext);
  const path = recordPaths[resource];
  if (path === undefined || id === null || !paths.has(path)) return children;
  return <Link to={`${path}/${id}`}>{children}</Link>;
}
