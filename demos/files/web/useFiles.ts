import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Input } from "#base/contract.ts";
import { type DocumentRow, documents, documentViews, type Folder } from "#demos/files/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import { call, isUnreachable } from "#web/call.ts";
import { keyOf, useRead } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

/** The height of a row. */
export const rowPx = 44;

export type FileView = (typeof documentViews)[number];
export type Place = { readonly view: FileView; readonly folderId: string | null };

/** The folder or the view that the address names. */
export function usePlace(): Place {
  const { folderId, view }: { folderId?: string; view?: string } = useParams({ strict: false });
  const known = documentViews.find((each) => each === view);
  return known === undefined ? { view: "folder", folderId: folderId ?? null } : { view: known, folderId: null };
}

export const pathTo = ({ view, folderId }: Place): string => {
  if (view !== "folder") return `/apps/files/view/${view}`;
  return folderId === null ? "/apps/files/browse" : `/apps/files/browse/${folderId}`;
};

const noFolders: readonly Folder[] = [];

/** All folders, and the path from the top to one of them. */
export function useFolders() {
  const { data } = useRead(documents.folders, {});
  const folders = data?.folders ?? noFolders;
  return useMemo(() => {
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    const pathOf = (id: string | null): Folder[] => {
      const folder = byId.get(id ?? "");
      return folder === undefined ? [] : [...pathOf(folder.parentId), folder];
    };
    return { folders, pathOf };
  }, [folders]);
}

/** The rows of a place, a page at a time: a folder of 10,000 opens like one of 100. A search finds in all folders. */
export function useFileRows({ view, folderId }: Place, search: string) {
  const { transport, queryClient } = useApiClient();
  const isRecent = view === "recent";
  const filter: Input<typeof documents.list> = {
    view: search !== "" && view === "folder" ? "all" : view,
    ...(folderId === null || search !== "" ? {} : { folder: folderId }),
    ...(search === "" ? {} : { search }),
    sort: isRecent ? "updatedAt" : "name",
    direction: isRecent ? "desc" : "asc",
    limit: 100,
    count: "none",
  };
  const query = useInfiniteQuery(
    {
      queryKey: [...keyOf(documents.list, filter), "pages"],
      queryFn: ({ pageParam, signal }) =>
        call(
          transport,
          documents.list,
          { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
    },
    queryClient,
  );
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? noRows, [query.data]);
  return { ...query, rows };
}

type FoundRows = ReturnType<typeof useFileRows>;
type DeviceRows = {
  readonly place: Place;
  readonly search: string;
  readonly files: readonly { readonly row: DocumentRow }[];
};

/** Without a connection the view of the offline files has those of this device, unless it was loaded before. */
export function withDeviceRows(found: FoundRows, { place, search, files }: DeviceRows): FoundRows {
  const reason = found.error ?? found.failureReason;
  if (place.view !== "offline" || found.data !== undefined || reason === null || !isUnreachable(reason)) return found;
  const typed = searchKey(search);
  const rows = files
    .map(({ row }) => row)
    .filter(({ name }) => searchKey(name).includes(typed))
    .sort((one, other) => one.name.localeCompare(other.name));
  return { ...found, rows, isPending: false, error: reason } as FoundRows;
}

const noRows: readonly DocumentRow[] = [];
