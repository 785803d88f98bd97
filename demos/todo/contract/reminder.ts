import * as z from "zod/mini";
import * as fields from "#base/fields.ts";

/** A to-do whose moment has come. Answered by changing it: `remindAt: null`, another moment, or `completed`. */
export const Reminder = z.object({
  id: z.string(),
  title: z.string(),
  dueDate: z.nullable(z.string()),
  remindAt: fields.instant(),
});
export type Reminder = z.output<typeof Reminder>;
