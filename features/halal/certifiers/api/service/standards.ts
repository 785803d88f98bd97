import { sql } from "drizzle-orm";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { standardsTable as table } from "#features/halal/certifiers/api/tables.ts";
import { certifierRefusals } from "#features/halal/certifiers/contract.ts";
import { standardLifecycle, standardRecord } from "#features/halal/certifiers/contract/standards.ts";

export const standardStore = recordStore({
  record: standardRecord,
  table,
  // Standards use the permissions of the bodies, so no grant can be limited to a user's own standards.
  scope: { own: null },
  searched: ["title", "titleI18n", "code", "owner"],
  sorts: { code: [table.sortKey, table.id], updatedAt: [table.updatedAt, table.id] },
  unique: { halal_standards__code_key: ["edition", certifierRefusals.duplicate_standard] },
  idTaken: certifierRefusals.certifier_id_taken,
  requireEditable: ({ status }) => {
    if (status === "archived") throw certifierRefusals.certifier_archived();
  },
  computed: async (ctx, ids) => {
    const result = await ctx.db.execute(sql`
      select standard_id as "id", count(*)::int as "count"
        from certificate_standards
       where standard_id = any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid))
       group by standard_id`);
    const { rows } = result as { rows: readonly { id: string; count: number }[] };
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    return (id) => ({ certificateCount: counts.get(id) ?? 0 });
  },
});

export const standardTransitions = recordTransitions(standardStore, standardLifecycle, {
  label: ({ code, edition }) => `${code} ${edition}`,
});
