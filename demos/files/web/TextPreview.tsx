import { useQuery } from "@tanstack/react-query";
import { readFile } from "#base/files.ts";
import { rowsOfCsv } from "#demos/files/rules.ts";
import classes from "#demos/files/web/FileDetails.module.css";
import { downloadBeginning, isPassing, type Transport } from "#web/call.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { useApiClient } from "#web/useApiClient.ts";
import { useMessages } from "#web/useMessages.ts";

type TextPreviewProps = {
  readonly fileId: string;
  readonly byteCount: number;
  readonly kind: "table" | "text";
};

/** What is loaded of a file, however large it is. */
const bytesMax = 1_048_576;
const charactersMax = 100_000;
const rowsMax = 200;

/** The beginning of a text, or of a CSV file as a table. Nothing in it is interpreted. */
export function TextPreview({ fileId, byteCount, kind }: TextPreviewProps) {
  const t = useMessages("documents");
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
  const text = data.slice(0, charactersMax);
  const rows = kind === "table" ? rowsOfCsv(text, rowsMax + 1) : [];
  const isCut = byteCount > bytesMax || data.length > charactersMax || rows.length > rowsMax;
  return (
    <>
      {kind === "table" ? <Table rows={rows.slice(0, rowsMax)} /> : <Text text={text} />}
      {isCut && <p className={classes.none}>{t("details.beginning")}</p>}
    </>
  );
}

async function readText(transport: Transport, id: string, signal: AbortSignal): Promise<string> {
  const beginning = await downloadBeginning(transport, readFile, { id, size: "large" }, { signal, bytesMax });
  return (await beginning.text()).replace(/^\uFEFF/, "");
}

function Text({ text }: { readonly text: string }) {
  const t = useMessages("documents");
  return (
    // Scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={classes.text} dir="auto" tabIndex={0} role="region" aria-label={t("details.preview")}>
      {text}
    </pre>
  );
}

function Table({ rows: [head, ...rows] }: { readonly rows: readonly (readonly string[])[] }) {
  const t = useMessages("documents");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.table} tabIndex={0} role="region" aria-label={t("details.preview")}>
      <table>
        <thead>
          <tr>
            {head?.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells keep their place
              <th key={at} scope="col" dir="auto">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows keep their place
            <tr key={index}>
              {row.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells keep their place
                <td key={at} dir="auto">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
