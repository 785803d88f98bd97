import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { type TableFormat, tableFormats } from "#base/tableFormats.ts";
import { hourMs, minuteMs } from "#base/time.ts";

export const exportLimits = {
  /** What one call streams. Longer exports are prepared by a job. */
  streamedRows: 25_000,
  /** Rows that are stored together. */
  partRows: 5000,
  keptMs: 24 * hourMs,
  ticketMs: minuteMs,
} as const;

export const exportRefusals = refusals({
  export_too_long: { status: 413, message: "This export has more than {maximum} rows. Prepare it in the background." },
  export_exists: { status: 409, message: "A different export was already started with this ID." },
  export_not_ready: { status: 409, message: "This export isn’t ready to download." },
});

const text = (max: number) => z.string().check(z.maxLength(max));
const formats = Object.keys(tableFormats) as [TableFormat];

/** How a file is presented to its reader. Only in columns that imports ignore: the others stay as they were exported. */
export const ExportPresentation = z.object({
  format: z.enum(formats),
  /** A sheet in Arabic is read from the right. */
  language: z.enum(["en", "ar"]),
  /** Instants become times of this zone. */
  timeZone: z._default(text(64), "UTC"),
  /** Texts of codes by column, such as those of a status. */
  texts: z._default(z.record(text(60), z.record(text(60), text(200))), {}),
  /** A column of translations, which becomes a column of names in a language: `shownName`. */
  translated: z._default(z.nullable(z.object({ column: text(60), name: text(60), language: text(10) })), null),
});
export type ExportPresentation = z.output<typeof ExportPresentation>;

const request = {
  /** The path of an export of a list. */
  operation: z.string().check(z.regex(/^\/api\/v1\/[a-zA-Z0-9/{}-]{1,120}\.csv$/)),
  /** The input of that operation. */
  input: z.record(z.string(), z.unknown()),
  presentation: ExportPresentation,
};

export const exportStates = ["running", "done", "stopped", "failed"] as const;

export const ExportRun = z.object({
  id: z.string(),
  operation: z.string(),
  format: z.enum(formats),
  fileName: z.string(),
  state: z.enum(exportStates),
  /** Why it ended early, `rights_lost` or `failed`; `expired` once its rows were deleted. */
  notice: z.nullable(z.string()),
  rowsCount: z.int(),
  /** All rows, once they were counted. */
  rowsTotal: z.nullable(z.int()),
  createdAt: fields.instant(),
  finishedAt: z.nullable(fields.instant()),
});
export type ExportRun = z.output<typeof ExportRun>;

const one = { exportId: fields.id() };
const permitted = [commonRefusals.permission_denied, commonRefusals.not_found] as const;

// The calls are here, because the lists of all areas use them (web/list). The operation that an export reads decides
// who may call them, so the service checks it; users see only their own exports.
export const exportFiles = {
  stream: operation({
    method: "POST",
    path: "/api/v1/exports/stream",
    permission: "session",
    summary: "Export a list of up to 25,000 rows as CSV or XLSX, in the words and time zone of its reader",
    pace: "export",
    allowedWhileViewingAs: true,
    input: z.strictObject(request),
    output: z.string(),
    reply: "csv",
    refusals: [...permitted, exportRefusals.export_too_long],
  }),
  start: operation({
    method: "POST",
    path: "/api/v1/exports",
    permission: "session",
    summary: "Prepare an export of any length in the background (idempotent: the client supplies the ID)",
    pace: "export",
    input: z.strictObject({ ...one, ...request }),
    output: ExportRun,
    refusals: [...permitted, exportRefusals.export_exists],
  }),
  read: operation({
    method: "GET",
    path: "/api/v1/exports/{exportId}",
    permission: "session",
    summary: "Get an export with its progress",
    input: z.strictObject(one),
    output: ExportRun,
    refusals: permitted,
  }),
  stop: operation({
    method: "POST",
    path: "/api/v1/exports/{exportId}/stop",
    permission: "session",
    summary: "Stop an export",
    input: z.strictObject(one),
    output: ExportRun,
    refusals: permitted,
  }),
  createTicket: operation({
    method: "POST",
    path: "/api/v1/exports/{exportId}/tickets",
    permission: "session",
    summary: "Create a ticket that downloads an export once, within a minute",
    input: z.strictObject(one),
    output: z.object({ ticket: z.string() }),
    refusals: [...permitted, exportRefusals.export_not_ready],
  }),
  download: operation({
    method: "GET",
    path: "/api/v1/exports/{exportId}/file",
    permission: "public",
    summary: "Download an export with a ticket. The rights of its owner are checked again",
    input: z.strictObject({ ...one, ticket: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    output: z.string(),
    reply: "csv",
    refusals: permitted,
  }),
};
