import { readFile } from "#base/files.ts";
import type { Ctx } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import { accessAudit } from "#features/access/audit/api/service/accessAudit.ts";
import type { FileRecord } from "#features/platform/files/api/tables.ts";

/** Logs who reads a file with personal data, before its bytes are sent. */
export async function noteReading(ctx: Ctx, purposes: readonly FilePurpose[], record: FileRecord): Promise<void> {
  const isPersonal = purposes.some(
    ({ rule, readsPersonalData }) => rule.purpose === record.purpose && readsPersonalData,
  );
  if (!isPersonal) return;
  const input = { id: record.resourceId ?? record.id, file: record.id };
  await accessAudit(ctx, { kind: "read", resource: record.resource, operation: readFile, input });
}
