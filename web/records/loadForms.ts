import type { RecordTypes } from "#base/records/types.ts";
import type { RecordScreens } from "#web/records/recordScreens.ts";

/** The forms of a record, with the parts of its own area: its fields, and what a draft must have. */
export async function loadForms<T extends RecordTypes>(screens: RecordScreens<T>) {
  const [{ Form }, forms, required] = await Promise.all([
    screens.form(),
    import("#web/records/RecordForms.tsx"),
    screens.requirements?.(),
  ]);
  return { ...forms, own: { screens, Form, requirements: required?.requirements ?? null } };
}
