import type { TodoRow } from "#demos/todo/api/tables.ts";

type Dates = { readonly startDate?: string | null | undefined; readonly dueDate?: string | null | undefined };

/** A day and an instant have a column each; the other one is empty. Of what is not named, none is written. */
export const dateColumns = ({ startDate, dueDate }: Dates) => ({
  ...(startDate === undefined ? {} : { startOn: dayPart(startDate), startAt: instantPart(startDate) }),
  ...(dueDate === undefined ? {} : { dueOn: dayPart(dueDate), dueAt: instantPart(dueDate) }),
});

/** As on the wire. */
export const datesOf = (row: TodoRow) => ({ startDate: row.startOn ?? row.startAt, dueDate: row.dueOn ?? row.dueAt });

const dayPart = (moment: string | null) => (moment?.length === 10 ? moment : null);
const instantPart = (moment: string | null) => (moment?.length === 10 ? null : moment);
