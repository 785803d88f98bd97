import { type ExportPresentation, exportFiles, exportRefusals } from "#base/exports.ts";
import { Refusal } from "#base/refusal.ts";
import { call, download, type Transport } from "#web/call.ts";
import { saveFile } from "#web/list/saveFile.ts";
import { newId } from "#web/newId.ts";

export type ExportRequest = {
  /** The path of the operation that exports the list. */
  readonly operation: string;
  readonly input: object;
  readonly presentation: ExportPresentation;
};

/** What became of an export: a saved file, with its number of rows if that is known; or a run in the background. */
export type ExportOutcome = { readonly fileName: string; readonly count: number | null } | { readonly runId: string };

/** Saves the export of a list, or has it prepared if it is too long for one call. */
export async function exportFile(
  transport: Transport,
  { operation, input, presentation }: ExportRequest,
): Promise<ExportOutcome> {
  const request = { operation, input: { ...input }, presentation };
  try {
    const file = await download(transport, exportFiles.stream, request);
    saveFile(file);
    return { fileName: file.name, count: presentation.format === "csv" ? rowsIn(await file.text()) : null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== exportRefusals.export_too_long.code) throw error;
  }
  const { id } = await call(transport, exportFiles.start, { exportId: newId(), ...request });
  return { runId: id };
}

/** Without the header. A quoted cell may contain line breaks. */
export function rowsIn(csv: string): number {
  const lines = csv.replace(/"[^"]*"/g, "").split("\n");
  return lines.filter((line) => line.trim() !== "").length - 1;
}
