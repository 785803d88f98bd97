import { commonRefusals, type Refusal } from "#base/refusal.ts";
import { sqlStateOf } from "#api/sqlState.ts";

// Appendix A of the PostgreSQL manual: a value that its column's type can't hold.
const unfitStates = new Set([
  "22003", // numeric_value_out_of_range
  "22007", // invalid_datetime_format
  "22008", // datetime_field_overflow
  "22021", // character_not_in_repertoire
  "22P05", // untranslatable_character: a NUL in JSON
]);

/**
 * The refusal for a value that the database cannot store. The last line of defence: contracts refuse such values and
 * name the field (`base/fields.ts`, `api/storable.ts`). Null for every other error.
 */
export const unfitValue = (error: unknown): Refusal | null =>
  unfitStates.has(sqlStateOf(error) ?? "") ? commonRefusals.invalid_input() : null;
