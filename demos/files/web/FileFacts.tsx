import type { DocumentDetails, DocumentRow } from "#demos/files/contract.ts";
import { sizeLabel } from "#demos/files/rules.ts";
import classes from "#demos/files/web/FileDetails.module.css";
import { formatDateTime } from "#web/formats.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FileFactsProps = { readonly item: DocumentRow & Partial<Pick<DocumentDetails, "openedAt" | "createdAt">> };

/** What is known of an item and can't be changed. */
export function FileFacts({ item }: FileFactsProps) {
  const t = useMessages("documents");
  const language = useLanguage();
  const facts = [
    [t("columns.type"), t(`type.${item.type}`)],
    [t("columns.size"), item.type === "folder" ? null : sizeLabel(item.byteCount)],
    [t("columns.owner"), item.owner],
    [t("columns.modified"), formatDateTime(language, item.updatedAt)],
    [t("columns.opened"), item.openedAt && formatDateTime(language, item.openedAt)],
    [t("columns.created"), item.createdAt && formatDateTime(language, item.createdAt)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([title, value]) =>
        value ? (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
