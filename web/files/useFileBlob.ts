import { queryOptions, useQuery } from "@tanstack/react-query";
import { type PictureSize, readFile } from "#base/files.ts";
import { Refusal } from "#base/refusal.ts";
import { download, type Transport } from "#web/call.ts";
import { keyOf } from "#web/operations.ts";
import { useApiClient } from "#web/useApiClient.ts";

/**
 * The bytes of a file, fetched with the session like every call. Cached for the user who read them; a file's content
 * never changes under the same id.
 */
export function useFileBlob(fileId: string | null, size: PictureSize = "large") {
  const { transport, queryClient } = useApiClient();
  return useQuery({ ...blobOptions(transport, { id: fileId ?? "", size }), enabled: fileId !== null }, queryClient);
}

export const blobOptions = (transport: Transport, input: { readonly id: string; readonly size: PictureSize }) =>
  queryOptions<File, Error>({
    queryKey: keyOf(readFile, input),
    queryFn: ({ signal }) => download(transport, readFile, input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 2 && !(error instanceof Refusal && error.status < 500),
  });
