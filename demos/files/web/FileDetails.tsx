import { Button, Select, Switch } from "@mantine/core";
import { lazy, type RefObject, Suspense, useEffect } from "react";
import { isDay } from "#base/days.ts";
import { type DocumentDetails, type DocumentRow, documents } from "#demos/files/contract.ts";
import { documentTypeNames, previewOf, sizeLabel } from "#demos/files/rules.ts";
import classes from "#demos/files/web/FileDetails.module.css";
import { LinkedRecord } from "#demos/files/web/LinkedRecord.tsx";
import { ShareLink } from "#demos/files/web/ShareLink.tsx";
import { TextPreview } from "#demos/files/web/TextPreview.tsx";
import { fileReads } from "#demos/files/web/useFileActions.ts";
import { call } from "#web/call.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { useFileSaving } from "#web/files/useSaveFile.ts";
import { formatDateTime } from "#web/formats.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { DetailPane } from "#web/panes/DetailPane.tsx";
import { textOf } from "#web/textOf.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { IconDownload, IconPencil } from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useApiClient } from "#web/useApiClient.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const DocumentViewer = lazy(() =>
  import("#web/files/DocumentViewer.tsx").then((module) => ({ default: module.DocumentViewer })),
);

type FileDetailsProps = {
  readonly id: string;
  /** As the list has it, until the details are read. */
  readonly row: DocumentRow | null;
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly onRename: (item: DocumentRow) => void;
};

/** The preview of a file, and what is known of it. */
export function FileDetails({ id, row, panelRef, onClose, onRename }: FileDetailsProps) {
  const t = useMessages("documents");
  const { data: item, error, refetch } = useRead(documents.get, { id });
  const save = useFileSaving();
  useNoteOpened(item);
  const name = item?.name ?? row?.name ?? "";
  return (
    <DetailPane
      label={t("details.label")}
      panelRef={panelRef}
      onClose={onClose}
      head={
        <h2 className={classes.title}>
          <bdi>{name}</bdi>
        </h2>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!item && !error && <SkeletonRows rows={6} rowPx={48} />}
      {item && (
        <div className={classes.body}>
          <div className={classes.buttons}>
            {item.fileId !== null && (
              <Button
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() => void save(item.fileId!)}
              >
                {t("details.download")}
              </Button>
            )}
            {item.canEdit && item.trashedAt === null && (
              <Button
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={() => onRename(item)}
              >
                {t("name.rename")}
              </Button>
            )}
          </div>
          <Preview item={item} />
          <Known item={item} />
          {item.canEdit && item.trashedAt === null && <Fields item={item} />}
          {item.fileId !== null && item.canEdit && item.trashedAt === null && <ShareLink item={item} />}
          {item.versions.length > 1 && <Versions item={item} />}
        </div>
      )}
    </DetailPane>
  );
}

type ItemProps = { readonly item: DocumentDetails };

/** Once for each file that is shown. */
function useNoteOpened(item: DocumentDetails | undefined) {
  const { transport } = useApiClient();
  const id = item?.fileId == null || item.trashedAt !== null ? null : item.id;
  useEffect(() => {
    // Nothing depends on it, and it may be refused while viewing as someone else.
    if (id !== null) call(transport, documents.opened, { id }).catch(() => undefined);
  }, [transport, id]);
}

function Preview({ item: { fileId, mediaType, byteCount } }: ItemProps) {
  const t = useMessages("documents");
  if (fileId === null || mediaType === null) return null;
  const kind = previewOf(mediaType);
  if (kind === null) return <p className={classes.none}>{t("details.noPreview")}</p>;
  if (kind === "table" || kind === "text")
    return <TextPreview key={fileId} fileId={fileId} byteCount={byteCount} kind={kind} />;
  return (
    <div className={classes.viewer}>
      <Suspense fallback={<SkeletonRows rows={6} rowPx={48} />}>
        <DocumentViewer key={fileId} fileId={fileId} />
      </Suspense>
    </div>
  );
}

function Known({ item }: ItemProps) {
  const t = useMessages("documents");
  const language = useLanguage();
  const facts = [
    [t("columns.type"), t(`type.${item.type}`)],
    [t("columns.size"), item.type === "folder" ? null : sizeLabel(item.byteCount)],
    [t("columns.owner"), item.owner],
    [t("columns.modified"), formatDateTime(language, item.updatedAt)],
    [t("columns.opened"), item.openedAt && formatDateTime(language, item.openedAt)],
    [t("columns.created"), formatDateTime(language, item.createdAt)],
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

function Fields({ item }: ItemProps) {
  const t = useMessages("documents");
  const toast = useToast();
  const update = useWrite(documents.update, { refreshes: fileReads });
  const { id } = item;
  const change = (set: Omit<Parameters<typeof update.mutate>[0], "id">) =>
    update.mutate({ id, ...set }, { onError: (error) => toast({ variant: "error", text: textOf(error) }) });
  return (
    <div className={classes.fields}>
      {item.type !== "folder" && (
        <>
          <Select
            label={t("details.documentType")}
            clearable
            data={documentTypeNames.map((value) => ({ value, label: t(`documentType.${value}`) }))}
            value={item.documentType}
            onChange={(value) => change({ documentType: value })}
          />
          <DateField
            label={t("details.expiresOn")}
            description={t("details.expiresOnHint")}
            value={item.expiresOn}
            onChange={(value) => (value === null || isDay(value)) && change({ expiresOn: value })}
          />
        </>
      )}
      <LinkedRecord
        // Starts anew with what is stored.
        key={item.linkedId}
        item={item}
        onChange={(link) => change({ link })}
      />
      <Switch
        label={t("details.isPrivate")}
        checked={item.isPrivate}
        onChange={({ currentTarget }) => change({ isPrivate: currentTarget.checked })}
      />
      {item.type !== "folder" && (
        <Switch
          label={t("details.isOffline")}
          checked={item.isOffline}
          onChange={({ currentTarget }) => change({ isOffline: currentTarget.checked })}
        />
      )}
    </div>
  );
}

function Versions({ item }: ItemProps) {
  const t = useMessages("documents");
  const language = useLanguage();
  const toast = useToast();
  const save = useFileSaving();
  const restore = useWrite(documents.restoreVersion, { refreshes: fileReads });
  return (
    <section>
      <h3 className={classes.heading}>{t("versions.title")}</h3>
      <ol className={classes.versions}>
        {item.versions.map(({ no, at, by, byteCount, fileId }, place) => (
          <li key={no}>
            <span>
              {t("versions.version", { no })} · {formatDateTime(language, at)}
              {by !== null && (
                <>
                  {" · "}
                  <bdi>{by}</bdi>
                </>
              )}
              {" · "}
              <bdi dir="ltr">{sizeLabel(byteCount)}</bdi>
            </span>
            <Button size="compact-sm" variant="subtle" onClick={() => void save(fileId)}>
              {t("details.download")}
            </Button>
            {place > 0 && item.canEdit && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() =>
                  restore.mutate(
                    { id: item.id, no },
                    {
                      onSuccess: () => toast({ text: t("versions.restored", { no }) }),
                      onError: (error) => toast({ variant: "error", text: textOf(error) }),
                    },
                  )
                }
              >
                {t("versions.restore")}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
