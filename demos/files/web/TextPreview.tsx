import { useQuery } from "@tanstack/react-query";
import { readFile } from "#base/files.ts";
import { sheetBytesMax, TextSheet } from "#demos/files/web/TextSheet.tsx";
import { downloadBeginning, isPassing, type Transport } from "#web/call.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useApiClient } from "#web/useApiClient.ts";

type TextPreviewProps = {
  readonly fileId: string;
  readonly byteCount: number;
  readonly kind: "table" | "text";
};

/** The beginning of a text, or of a CSV file as a table. */
export function TextPreview({ fileId, byteCount, kind }: TextPreviewProps) {
  const { transport, queryClient } = useApiClient();
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["text of", fileId],
      queryFn: ({ signal }) => readText(transport, fileId, signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: (failures, reason) => failures < 2 && isPassing(reason),
    },
    queryClient,
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} rowPx={32} />;
  return <TextSheet text={data} isBeginning={byteCount > sheetBytesMax} kind={kind} />;
}

const readText = async (transport: Transport, id: string, signal: AbortSignal): Promise<string> =>
  (await downloadBeginning(transport, readFile, { id, size: "large" }, { signal, bytesMax: sheetBytesMax })).text();
