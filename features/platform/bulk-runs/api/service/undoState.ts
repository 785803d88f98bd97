import { type SQL, sql } from "drizzle-orm";
import { bulkRunLimits } from "#base/bulkRuns.ts";
import type { UndoState } from "#base/runs.ts";
import { addMs, hourMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { bulkRunsTable as table } from "#features/platform/bulk-runs/api/tables.ts";

/** Whether a run can be undone now, was undone, or undoes another; else null. The caller may do its action. */
export const undoStateOf = ({ now }: Ctx): SQL<UndoState | null> => sql<UndoState | null>`
  case when ${table}.undoes_id is not null then 'undo'
       when exists (select from ${table} as undo where undo.undoes_id = ${table}.id) then 'undone'
       when ${table}.is_undoable and ${table}.changed > 0 and ${table}.state in ('done', 'stopped', 'failed')
        and ${table}.finished_at > ${addMs(now, -bulkRunLimits.undoHours * hourMs)}::timestamptz then 'possible' end`;
