import { and, eq, inArray, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { Importer } from "#api/importer.ts";
import { enqueueJob } from "#api/jobs.ts";
import { type Import, type ImportLanguage, importRefusals } from "#features/platform/imports/contract.ts";
import { type OwnImport, viewImport } from "#features/platform/imports/api/service/ownImports.ts";
import { checkJob, newCheck } from "#features/platform/imports/api/service/runs.ts";
import { importMappingsTable, importsTable } from "#features/platform/imports/api/tables.ts";
import { headerKey, mappingFaults, suggestMapping } from "#features/platform/imports/rules.ts";

type Mapping = readonly (string | null)[];
type Choices = Readonly<Record<string, string>>;

/** How this user mapped each header for this resource last time. */
export async function rememberedMapping(ctx: Ctx, importer: Importer): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .select({ key: importMappingsTable.headerKey, field: importMappingsTable.field })
    .from(importMappingsTable)
    .where(
      and(eq(importMappingsTable.ownerId, actorOf(ctx).userId), eq(importMappingsTable.resource, importer.resource)),
    );
  return new Map(rows.map(({ key, field }) => [key, field]));
}

/**
 * Stores the mapping and starts a dry run; a run in progress is cancelled. Refuses with `import_busy`,
 * `import_finished`, or `invalid_input` if the mapping is invalid.
 */
export async function startCheck(
  ctx: Ctx,
  { record, importer }: OwnImport,
  { mapping, choices = {}, language }: { mapping: Mapping; choices?: Choices | undefined; language: ImportLanguage },
): Promise<Import> {
  refuseFaults({ record, importer }, mapping);
  refuseChoices(importer, choices);
  const started = await inTransaction(ctx, async (inner) => {
    const [row] = await inner.db
      .update(importsTable)
      .set({ ...newCheck(ctx), mapping: [...mapping], choices })
      .where(
        and(eq(importsTable.id, record.id), inArray(importsTable.state, ["uploaded", "checking", "checked", "failed"])),
      )
      .returning();
    if (!row) throw record.state === "imported" ? importRefusals.import_finished() : importRefusals.import_busy();
    await rememberMapping(inner, importer, row);
    await enqueueJob(inner, checkJob, { importId: row.id, run: row.run });
    return row;
  });
  ctx.jobs.wake();
  return viewImport({ record: started, importer }, language);
}

function refuseFaults({ record, importer }: OwnImport, mapping: Mapping): void {
  if (mapping.length !== record.columns.length) {
    const message = `The file has ${record.columns.length} columns.`;
    throw commonRefusals.invalid_input({}, [{ path: "mapping", code: "wrong_length", message }]);
  }
  const columns = importer.columns.map(({ field, role }) => ({ field, role: role ?? null }));
  const faults = mappingFaults(mapping, columns);
  if (faults.length === 0) return;
  throw commonRefusals.invalid_input(
    {},
    faults.map(({ code, field }) => ({ path: "mapping", code, message: faultMessages[code], params: { field } })),
  );
}

function refuseChoices({ choices: offered = [] }: Importer, choices: Choices): void {
  for (const [name, value] of Object.entries(choices)) {
    const choice = offered.find((each) => each.name === name);
    const isKnown = choice && (choice.answers?.some((answer) => answer.value === value) ?? true);
    if (isKnown) continue;
    const message = "There is no such choice.";
    throw commonRefusals.invalid_input({}, [{ path: `choices.${name}`, code: "no_such_choice", message }]);
  }
}

const faultMessages = {
  no_such_field: "There is no such field.",
  field_mapped_twice: "Two columns fill one field.",
  field_not_mapped: "A field that new records need is filled by no column.",
} as const;

/**
 * Stores only the user's deviations from the suggestions. If `name` was left out of one file because `display_name` was
 * there too, that says nothing about the next.
 */
async function rememberMapping(
  ctx: Ctx,
  importer: Importer,
  { columns, mapping }: { columns: readonly { header: string }[]; mapping: Mapping },
): Promise<void> {
  const headers = columns.map(({ header }) => header);
  const suggested = suggestMapping({ headers, columns: importer.columns, remembered: new Map() });
  const chosen = new Map<string, string>();
  const asSuggested = new Set<string>();
  for (const [index, header] of headers.entries()) {
    const key = headerKey(header);
    if (mapping[index] === suggested[index]) asSuggested.add(key);
    else if (key !== "") chosen.set(key, mapping[index] ?? "");
  }
  const { ownerId, resource, headerKey: key } = importMappingsTable;
  const own = { ownerId: actorOf(ctx).userId, resource: importer.resource };
  await ctx.db
    .delete(importMappingsTable)
    .where(and(eq(ownerId, own.ownerId), eq(resource, own.resource), inArray(key, [...asSuggested])));
  if (chosen.size === 0) return;
  await ctx.db
    .insert(importMappingsTable)
    .values([...chosen].map(([header, field]) => ({ ...own, headerKey: header, field, usedAt: ctx.now })))
    .onConflictDoUpdate({ target: [ownerId, resource, key], set: { field: sql`excluded.field`, usedAt: ctx.now } });
}
