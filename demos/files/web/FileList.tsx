import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type DragEvent, type KeyboardEvent, memo, type MouseEvent, type ReactNode, useRef, useState } from "react";
import type { DocumentRow, Folder } from "#demos/files/contract.ts";
import { expiryOf, sizeLabel } from "#demos/files/rules.ts";
import { DeviceBadge } from "#demos/files/web/DeviceBadge.tsx";
import { DeviceSummary } from "#demos/files/web/DeviceSummary.tsx";
import classes from "#demos/files/web/FileList.module.css";
import { sideViews } from "#demos/files/web/FilesSide.tsx";
import type { DeviceFiles, RowState } from "#demos/files/web/useDeviceFiles.ts";
import type { FileActions } from "#demos/files/web/useFileActions.ts";
import { pathTo, type Place, rowPx, type useFileRows } from "#demos/files/web/useFiles.ts";
import { NamedIcon } from "#demos/icons/web/NamedIcon.tsx";
import { localDay } from "#web/localDay.ts";
import { formatDate, formatDateTime } from "#web/formats.ts";
import { CheckMark } from "#web/list/CheckMark.tsx";
import { isSelected as isRowSelected } from "#web/list/selection.ts";
import { SearchBox } from "#web/list/SearchBox.tsx";
import { ListPane } from "#web/panes/ListPane.tsx";
import { RowList } from "#web/panes/RowList.tsx";
import { SelectionBar } from "#web/panes/SelectionBar.tsx";
import { SelectionButton } from "#web/panes/SelectionButton.tsx";
import type { Rows } from "#web/panes/useRows.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import {
  IconArrowBackUp,
  IconChevronRight,
  IconCopy,
  IconFileSpreadsheet,
  IconFileText,
  IconFolder,
  IconPencil,
  IconSend,
  IconTrash,
  IconUpload,
} from "#web/ui/icons.ts";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge } from "#web/ui/StatusBadge.tsx";
import { useDocumentTitle } from "#web/ui/useDocumentTitle.ts";
import { useSearchParam } from "#web/ui/useSearchParam.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type FileListProps = {
  readonly place: Place;
  readonly path: readonly Folder[];
  readonly found: ReturnType<typeof useFileRows>;
  readonly rows: Rows<DocumentRow>;
  readonly device: DeviceFiles;
  readonly actions: FileActions;
  readonly search: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onEnter: (row: DocumentRow) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onNewFolder: () => void;
  readonly onRename: (item: DocumentRow) => void;
  readonly onMove: (kind: "move" | "copy", items: readonly DocumentRow[]) => void;
  /** The uploads. */
  readonly children: ReactNode;
};

/** The items of a place: files can be dropped on it, and each row opens, is selected and moved by keyboard. */
export function FileList(props: FileListProps) {
  const { place, found, rows, device, search, onKeyDown, onEnter, onFiles, children } = props;
  const t = useMessages("documents");
  const [isOver, setOver] = useState(false);
  const [today] = useState(() => localDay(Date.now()));
  const canAdd = place.view === "folder" && search === "";
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (canAdd) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={classes.zone}
      data-over={(isOver && canAdd) || undefined}
      role="presentation"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={handleDrop}
    >
      <ListPane
        label={t("title")}
        head={<Head {...props} canAdd={canAdd} />}
        sideReplacement={<ViewLinks place={place} />}
      >
        {children}
        {place.view === "offline" && <DeviceSummary device={device} />}
        {found.error && found.rows.length > 0 && <Outage found={found} />}
        <Body found={found} search={search} canAdd={canAdd}>
          <RowList
            label={t("title")}
            lineKeys={found.rows.map(({ id }) => id)}
            heightPx={() => rowPx}
            rows={rows}
            onKeyDown={onKeyDown}
            renderLine={(index) => {
              const row = found.rows[index]!;
              const isActive = rows.activeId === null ? index === 0 : rows.activeId === row.id;
              return (
                <FileRow
                  key={row.id}
                  row={row}
                  isActive={isActive}
                  isSelected={isRowSelected(rows.selection, row.id)}
                  isSelecting={rows.isSelecting}
                  today={today}
                  deviceState={place.view === "offline" ? device.stateOf(row) : null}
                  onToggle={rows.handlers.onToggle}
                  onFocus={rows.handlers.onFocus}
                  onEnter={onEnter}
                />
              );
            }}
          />
        </Body>
        {found.hasNextPage && (
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t("more")}
          </Button>
        )}
        {rows.selected.length > 0 && <Bar {...props} />}
      </ListPane>
    </div>
  );
}

function Head({ place, path, actions, canAdd, onFiles, onNewFolder }: FileListProps & { readonly canAdd: boolean }) {
  const t = useMessages("documents");
  const [search, setSearch] = useSearchParam("q");
  const input = useRef<HTMLInputElement>(null);
  const title = place.view === "folder" ? (path.at(-1)?.name ?? t("title")) : t(`views.${place.view}`);
  useDocumentTitle(title);
  const crumbs = [{ id: null, name: t("top"), icon: null }, ...path];
  const icon = path.at(-1)?.icon ?? null;
  return (
    <header className={classes.head}>
      {place.view === "folder" && path.length > 0 && (
        <nav aria-label={t("breadcrumb")}>
          <ol className={classes.crumbs}>
            {crumbs.slice(0, -1).map(({ id, name, icon: crumbIcon }) => (
              <li key={id ?? "top"}>
                <Link to={pathTo({ view: "folder", folderId: id })}>
                  {crumbIcon !== null && <NamedIcon name={crumbIcon} sizePx={16} fallback={<IconFolder size={16} />} />}
                  <bdi>{name}</bdi>
                </Link>
                <IconChevronRight size={14} aria-hidden className="flip" />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h1 className={classes.title}>
        {icon !== null && <NamedIcon name={icon} sizePx={24} fallback={<IconFolder size={24} />} />}
        <bdi>{title}</bdi>
      </h1>
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchBox label={t("search")} value={search} onChange={setSearch} />
        </div>
        {canAdd && actions.clipboard !== null && (
          <Button variant="default" onClick={() => actions.paste(place.folderId)}>
            {t("paste", { count: actions.clipboard.items.length })}
          </Button>
        )}
        {canAdd && (
          <>
            <Button variant="default" leftSection={<IconFolder size={18} aria-hidden />} onClick={onNewFolder}>
              {t("newFolder")}
            </Button>
            <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => input.current?.click()}>
              {t("upload")}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              multiple
              data-testid="documents"
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                currentTarget.value = "";
                if (files.length > 0) onFiles(files);
              }}
            />
          </>
        )}
      </div>
    </header>
  );
}

/** The views where the side pane has no room. */
function ViewLinks({ place }: { readonly place: Place }) {
  const t = useMessages("documents");
  return (
    <nav className={classes.views} aria-label={t("side")}>
      {(["folder", ...sideViews] as const).map((view) => (
        <Link
          key={view}
          to={pathTo({ view, folderId: null })}
          aria-current={place.view === view ? "page" : undefined}
          className={classes.view}
        >
          {view === "folder" ? t("top") : t(`views.${view}`)}
        </Link>
      ))}
    </nav>
  );
}

type BodyProps = Pick<FileListProps, "found" | "search" | "children"> & { readonly canAdd: boolean };

function Body({ found, search, canAdd, children }: BodyProps) {
  const t = useMessages("documents");
  if (found.error && found.rows.length === 0)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <SkeletonRows rows={8} rowPx={rowPx} />;
  if (found.rows.length > 0) return children;
  if (search !== "") return <EmptyState title={t("empty.search")} />;
  return <EmptyState title={t("empty.title")} {...(canAdd ? { text: t("empty.text") } : {})} />;
}

/** Why the rows may not be the current ones. They are read again once the server can be reached. */
function Outage({ found }: Pick<FileListProps, "found">) {
  const t = useMessages("documents");
  const shell = useMessages();
  const language = useLanguage();
  const { data, dataUpdatedAt } = found;
  return (
    <div role="alert" className={classes.outage}>
      <span>
        {data === undefined
          ? t("outage.onDevice")
          : t("outage.rowsOf", { at: formatDateTime(language, dataUpdatedAt) })}
      </span>
      <Button variant="subtle" size="compact-sm" loading={found.isFetching} onClick={() => void found.refetch()}>
        {shell("buttons.retry")}
      </Button>
    </div>
  );
}

function Bar({ place, rows, actions, onRename, onMove }: FileListProps) {
  const t = useMessages("documents");
  const { selected } = rows;
  const [only] = selected.length === 1 ? selected : [];
  const after = (action: (items: readonly DocumentRow[]) => unknown) => () => {
    void action(selected);
    rows.clear();
  };
  return (
    <SelectionBar
      label={t("bar.label")}
      count={t("bar.selected", { count: selected.length })}
      clearLabel={t("bar.clear")}
      onClear={rows.clear}
    >
      {place.view === "trash" ? (
        <>
          <SelectionButton icon={<IconArrowBackUp size={18} />} onClick={after(actions.restore)}>
            {t("bar.restore")}
          </SelectionButton>
          <SelectionButton icon={<IconTrash size={18} />} isDangerous onClick={() => void actions.remove(selected)}>
            {t("bar.remove")}
          </SelectionButton>
        </>
      ) : (
        <>
          {only && (
            <SelectionButton icon={<IconPencil size={18} />} onClick={() => onRename(only)}>
              {t("name.rename")}
            </SelectionButton>
          )}
          <SelectionButton icon={<IconSend size={18} />} onClick={() => onMove("move", selected)}>
            {t("bar.move")}
          </SelectionButton>
          <SelectionButton icon={<IconCopy size={18} />} onClick={() => onMove("copy", selected)}>
            {t("bar.copy")}
          </SelectionButton>
          <SelectionButton icon={<IconTrash size={18} />} onClick={after(actions.trash)}>
            {t("bar.trash")}
          </SelectionButton>
        </>
      )}
    </SelectionBar>
  );
}

type FileRowProps = {
  readonly row: DocumentRow;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isSelecting: boolean;
  readonly today: string;
  /** Whether this device keeps it, in the list that says so instead of when it expires. */
  readonly deviceState: RowState | null;
  readonly onToggle: (id: string, event: { readonly shiftKey: boolean }) => void;
  readonly onFocus: (id: string) => void;
  readonly onEnter: (row: DocumentRow) => void;
};

const icons = { folder: IconFolder, document: IconFileText, spreadsheet: IconFileSpreadsheet };

const FileRow = memo(function FileRow(props: FileRowProps) {
  const { row, isActive, isSelected, isSelecting, today, deviceState, onToggle, onFocus, onEnter } = props;
  const t = useMessages("documents");
  const language = useLanguage();
  const Icon = icons[row.type];
  const expiry = expiryOf(row.expiresOn, today);
  const handleClick = (event: MouseEvent) => {
    if ((event.target as Element).closest("input")) return;
    if (isSelecting || event.shiftKey || event.ctrlKey || event.metaKey) onToggle(row.id, event);
    else onEnter(row);
  };
  return (
    // What the pointer does here the keyboard does in the list around it (useFileKeys).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      className={classes.row}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      data-id={row.id}
      onClick={handleClick}
      onFocus={() => onFocus(row.id)}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <span role="gridcell" className={classes.check}>
        <CheckMark
          label={t("row.select", { name: row.name })}
          isChecked={isSelected}
          tabIndex={isActive ? 0 : -1}
          onChange={(event) => onToggle(row.id, event.nativeEvent as unknown as MouseEvent)}
        />
      </span>
      <span role="gridcell" className={classes.name}>
        <NamedIcon name={row.icon} sizePx={20} fallback={<Icon size={20} data-type={row.type} />} />
        <span className="hidden-visually">{t(`type.${row.type}`)}</span>
        <bdi>{row.name}</bdi>
        {row.isPrivate && <StatusBadge tone="mute">{t("private")}</StatusBadge>}
      </span>
      <span role="gridcell" className={classes.expiry}>
        {deviceState && <DeviceBadge state={deviceState} />}
        {!deviceState && expiry && row.expiresOn && (
          <StatusBadge tone={expiry === "expired" ? "error" : "warn"}>
            {t(`expiry.${expiry}`, { day: formatDate(language, row.expiresOn) })}
          </StatusBadge>
        )}
      </span>
      <span role="gridcell" className={classes.quiet}>
        {row.type !== "folder" && <bdi dir="ltr">{sizeLabel(row.byteCount)}</bdi>}
      </span>
      <span role="gridcell" className={classes.quiet}>
        {formatDate(language, row.trashedAt ?? row.updatedAt)}
      </span>
    </div>
  );
});
