import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { DocumentRow, Folder } from "#demos/files/contract.ts";
import { FileList } from "#demos/files/web/FileList.tsx";
import { FilesSide } from "#demos/files/web/FilesSide.tsx";
import { UploadTray } from "#demos/files/web/UploadTray.tsx";
import { type FileActions, useFileActions } from "#demos/files/web/useFileActions.ts";
import { useDeviceFiles } from "#demos/files/web/useDeviceFiles.ts";
import { useFileKeys } from "#demos/files/web/useFileKeys.ts";
import {
  pathTo,
  type Place,
  rowPx,
  useFileRows,
  useFolders,
  usePlace,
  withDeviceRows,
} from "#demos/files/web/useFiles.ts";
import { usePreloadedPreviews } from "#demos/files/web/usePreloadedPreviews.ts";
import { useUploads } from "#demos/files/web/useUploads.ts";
import { withFileMessages } from "#web/files/withFileMessages.ts";
import { Panes } from "#web/panes/Panes.tsx";
import { useDetailFocus } from "#web/panes/useDetailFocus.ts";
import { useOpenRecord } from "#web/panes/useOpenRecord.ts";
import { useRows } from "#web/panes/useRows.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";

const FileDetails = lazy(() =>
  withFileMessages(import("#demos/files/web/FileDetails.tsx").then((module) => module.FileDetails)),
);
const MoveDialog = lazy(() =>
  import("#demos/files/web/MoveDialog.tsx").then((module) => ({ default: module.MoveDialog })),
);
const NameDialog = lazy(() =>
  import("#demos/files/web/NameDialog.tsx").then((module) => ({ default: module.NameDialog })),
);

type Opened =
  | { readonly kind: "move" | "copy"; readonly items: readonly DocumentRow[] }
  | { readonly kind: "rename"; readonly item: DocumentRow }
  | { readonly kind: "folder" };

/** Folders, files and what is known of them. */
export function FilesScreen() {
  const place = usePlace();
  const navigate = useNavigate();
  const [search] = useSearchParam("q");
  const folders = useFolders();
  const { found, device } = useFound(place, search);
  const opened = useOpenRecord("open");
  const rows = useRows<DocumentRow>(found.rows, { opened, rowPx });
  const detail = useDetailFocus({ rows, opened });
  const actions = useFileActions();
  const uploads = useUploads();
  const [asked, setAsked] = useState<Opened | null>(null);
  const isTrash = place.view === "trash";
  const goTo = (folderId: string | null) => void navigate({ to: pathTo({ view: "folder", folderId }) });
  const path = folders.pathOf(place.folderId);
  const onKeyDown = useFileKeys({
    rows,
    shown: found.rows,
    detail,
    actions,
    isTrash,
    onEnter: (row) => (row.type === "folder" && !isTrash ? goTo(row.id) : detail.open()),
    onUp: () => place.folderId !== null && goTo(path.at(-1)?.parentId ?? null),
    onRename: () => rows.active !== null && !isTrash && setAsked({ kind: "rename", item: rows.active }),
    onPaste: () => place.view === "folder" && actions.paste(place.folderId),
  });
  return (
    <>
      <Panes
        side={<FilesSide place={place} folders={folders.folders} path={path} />}
        list={
          <FileList
            {...{ place, path, found, rows, device, actions, onKeyDown, search }}
            onEnter={(row) => (row.type === "folder" && !isTrash ? goTo(row.id) : opened.open(row.id))}
            onFiles={(files) => uploads.add(files, place.folderId)}
            onNewFolder={() => setAsked({ kind: "folder" })}
            onRename={(item) => setAsked({ kind: "rename", item })}
            onMove={(kind, items) => setAsked({ kind, items })}
          >
            <UploadTray uploads={uploads} folderId={place.folderId} />
          </FileList>
        }
        isDetailOpen={detail.isOpen}
        detail={
          opened.openId !== null && (
            <Suspense>
              <FileDetails
                key={opened.openId}
                id={opened.openId}
                row={found.rows.find(({ id }) => id === opened.openId) ?? null}
                device={device}
                panelRef={detail.panelRef}
                onClose={detail.close}
                onRename={(item) => setAsked({ kind: "rename", item })}
              />
            </Suspense>
          )
        }
      />
      <Dialogs
        {...{ asked, actions }}
        folders={folders.folders}
        folderId={place.folderId}
        from={place.view === "folder" && search === "" ? place.folderId : undefined}
        onMoved={rows.clear}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

/** The rows of the place, and the files that this device keeps. */
function useFound(place: Place, search: string) {
  const onServer = useFileRows(place, search);
  const device = useDeviceFiles({ isReady: !onServer.isPending });
  usePreloadedPreviews(device.files);
  return { found: withDeviceRows(onServer, { place, search, files: device.files }), device };
}

type DialogsProps = {
  readonly asked: Opened | null;
  readonly folders: readonly Folder[];
  readonly actions: FileActions;
  readonly folderId: string | null;
  /** Where the items of a move are; undefined if in several folders. */
  readonly from: string | null | undefined;
  readonly onMoved: () => void;
  readonly onClose: () => void;
};

function Dialogs({ asked, folders, actions, folderId, from, onMoved, onClose }: DialogsProps) {
  return (
    <Suspense>
      {(asked?.kind === "move" || asked?.kind === "copy") && (
        <MoveDialog
          kind={asked.kind}
          items={asked.items}
          folders={folders}
          onClose={onClose}
          onChoose={(to) => {
            const { items } = asked;
            void (asked.kind === "copy" ? actions.copy(items, to) : actions.move(items, { to, from }));
            onMoved();
          }}
        />
      )}
      {asked?.kind === "rename" && (
        <NameDialog
          kind="rename"
          item={asked.item}
          onClose={onClose}
          onSave={(set) => void actions.change(asked.item, set)}
        />
      )}
      {asked?.kind === "folder" && (
        <NameDialog
          kind="folder"
          item={null}
          onClose={onClose}
          onSave={(set) => void actions.createFolder(folderId, set)}
        />
      )}
    </Suspense>
  );
}
