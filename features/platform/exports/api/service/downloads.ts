import { and, eq, gt } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { type exportFiles, exportLimits, exportRefusals } from "#base/exports.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { actingFor, RightsLostError } from "#api/jobActor.ts";
import type { Route } from "#api/serve.ts";
import type { TableFile, TableRow } from "#api/tableFile.ts";
import { makeToken } from "#features/access/session/api/service/tokens.ts";
import { ownExport, ticketHash } from "#features/platform/exports/api/service/ownExports.ts";
import { presentTable } from "#features/platform/exports/api/service/presentTable.ts";
import {
  exportPartsTable,
  type ExportRunRecord,
  exportRunsTable as table,
} from "#features/platform/exports/api/tables.ts";

/**
 * A ticket for one download, so that the browser itself can fetch the file: it sends no token with a link. It replaces an
 * earlier one. Refuses with `not_found`, `permission_denied` and `export_not_ready`.
 */
export async function createTicket(
  ctx: Ctx,
  routes: readonly Route[],
  exportId: string,
): Promise<Output<typeof exportFiles.createTicket>> {
  const run = await ownExport(ctx, routes, exportId);
  if (run.state !== "done" || run.notice !== null) throw exportRefusals.export_not_ready();
  const ticket = makeToken();
  await ctx.db
    .update(table)
    .set({ ticketHash: ticketHash(ticket), ticketEndsAt: addMs(ctx.now, exportLimits.ticketMs) })
    .where(eq(table.id, exportId));
  return { ticket };
}

/**
 * The file of a prepared export, formatted while it is downloaded. Uses up the ticket. Refuses with `not_found` without a
 * valid one, and with `permission_denied` if the owner may no longer export this list.
 */
export async function downloadExport(
  ctx: Ctx,
  routes: readonly Route[],
  { exportId, ticket }: Input<typeof exportFiles.download>,
): Promise<TableFile> {
  const [run] = await ctx.db
    .update(table)
    .set({ ticketHash: null, ticketEndsAt: null })
    .where(
      and(
        eq(table.id, exportId),
        eq(table.state, "done"),
        eq(table.ticketHash, ticketHash(ticket)),
        gt(table.ticketEndsAt, ctx.now),
      ),
    )
    .returning();
  const route = routes.find(({ operation }) => operation.path === run?.operation);
  if (!run || !route) throw commonRefusals.not_found();
  const { operation } = route;
  const { requestId, address } = ctx;
  const acting = await actingFor(
    { ...run.caller, requestId, address },
    operation,
  )(ctx).catch((error: unknown) => {
    throw error instanceof RightsLostError
      ? commonRefusals.permission_denied({ permission: operation.permission })
      : error;
  });
  const stored: TableFile = { name: run.fileName, header: run.header ?? [], read: () => readParts(ctx, run) };
  return { ...presentTable(stored, run.presentation), standsFor: { ctx: acting, operation, input: run.input } };
}

/** One part in memory at a time. */
async function* readParts(ctx: Ctx, { id, partsCount }: ExportRunRecord) {
  for (let number = 0; number < partsCount; number++) {
    const [part] = await ctx.db
      .select({ rows: exportPartsTable.rows })
      .from(exportPartsTable)
      .where(and(eq(exportPartsTable.runId, id), eq(exportPartsTable.number, number)));
    if (!part) throw new Error(`part ${number} of the export ${id} is gone`);
    yield { rows: JSON.parse(part.rows) as TableRow[], next: null };
  }
}
