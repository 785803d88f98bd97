import { Button, Select, Switch } from "@mantine/core";
import { lazy, type RefObject, Suspense, useCallback, useEffect, useState } from "react";
import { isDay } from "#base/days.ts";
import { type DocumentDetails, type DocumentRow, documents } from "#demos/files/contract.ts";
import { documentTypeNames, previewOf, sizeLabel } from "#demos/files/rules.ts";
import classes from "#demos/files/web/FileDetails.module.css";
import { FileFacts } from "#demos/files/web/FileFacts.tsx";
import { LinkedRecord } from "#demos/files/web/LinkedRecord.tsx";
import { OfflineCopy } from "#demos/files/web/OfflineCopy.tsx";
import { OfflineSwitch } from "#demos/files/web/OfflineSwitch.tsx";
import { ShareLink } from "#demos/files/web/ShareLink.tsx";
import { TextPreview } from "#demos/files/web/TextPreview.tsx";
import type { DeviceFiles } from "#demos/files/web/useDeviceFiles.ts";
import { fileReads } from "#demos/files/web/useFileActions.ts";
import { call, isUnreachable } from "#web/call.ts";
import { DateField } from "#web/dates/DateField.tsx";
import { useFileSaving } from "#web/files/useSaveFile.ts";
import { formatDateTime } from "#web/formats.ts";
import { isForbidden } from "#web/offline/syncDevice.ts";
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
  readonly device: DeviceFiles;
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly onRename: (item: DocumentRow) => void;
};

/** The preview of a file, and what is known of it; without a connection what this device keeps of it. */
export function FileDetails({ id, row, device, panelRef, onClose, onRename }: FileDetailsProps) {
  const t = useMessages("documents");
  const { data: item, error, refetch, dataUpdatedAt } = useRead(documents.get, { id });
  const lostAt = useNoteOpened(item);
  const isAway = (error !== null && isUnreachable(error)) || lostAt > dataUpdatedAt;
  const kept = device.fileOf(id);
  const { forget } = device;
  useEffect(() => {
    if (isForbidden(error)) void forget(id);
  }, [error, forget, id]);
  const shown = item ?? row ?? kept?.row;
  const onRetry = () => void refetch();
  return (
    <DetailPane
      label={t("details.label")}
      panelRef={panelRef}
      onClose={onClose}
      head={
        <h2 className={classes.title}>
          <bdi>{shown?.name ?? ""}</bdi>
        </h2>
      }
    >
      <div className={classes.body}>
        {isAway && kept ? (
          <OfflineCopy kept={kept} device={device} onRetry={onRetry} />
        ) : (
          <>
            {isAway && shown?.fileId != null && (
              <p role="status" className={classes.away}>
                {t("device.notHere")}
              </p>
            )}
            {error && <ErrorState error={error} onRetry={onRetry} />}
            {!item && !error && <SkeletonRows rows={6} rowPx={48} />}
            {item && <ItemDetails item={item} device={device} onRename={onRename} />}
          </>
        )}
      </div>
    </DetailPane>
  );
}

type ItemDetailsProps = ItemProps & Pick<FileDetailsProps, "device" | "onRename">;

function ItemDetails({ item, device, onRename }: ItemDetailsProps) {
  const t = useMessages("documents");
  const { fileId, trashedAt } = item;
  // The connection may be lost while it is shown.
  const stored = useCallback(
    (wantedId: string) => (device.fileOf(item.id)?.fileId === wantedId ? device.read(item.id) : Promise.resolve(null)),
    [device, item.id],
  );
  const save = useFileSaving(stored);
  const canChange = item.canEdit && trashedAt === null;
  return (
    <>
      <div className={classes.buttons}>
        {fileId !== null && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void save(fileId)}
          >
            {t("details.download")}
          </Button>
        )}
        {canChange && (
          <Button variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={() => onRename(item)}>
            {t("name.rename")}
          </Button>
        )}
      </div>
      <Preview item={item} />
      <FileFacts item={item} />
      {fileId !== null && trashedAt === null && <OfflineSwitch item={item} device={device} />}
      {canChange && <Fields item={item} />}
      {fileId !== null && canChange && <ShareLink item={item} />}
      {item.versions.length > 1 && <Versions item={item} />}
    </>
  );
}

type ItemProps = { readonly item: DocumentDetails };

/** Once for each file that is shown. Returns when that found no server, or 0: its details may be from before. */
function useNoteOpened(item: DocumentDetails | undefined): number {
  const { transport } = useApiClient();
  const [lostAt, setLostAt] = useState(0);
  const id = item?.fileId == null || item.trashedAt !== null ? null : item.id;
  useEffect(() => {
    if (id === null) return;
    // Nothing else depends on it, and it may be refused while viewing as someone else.
    call(transport, documents.opened, { id }).catch((error: unknown) => {
      if (isUnreachable(error)) setLostAt(Date.now());
    });
  }, [transport, id]);
  return lostAt;
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
