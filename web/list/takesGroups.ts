import type { ListDefinition } from "#web/list/defineList.ts";

/** Whether the list's operation takes groups of filters, and there is something to combine. */
export const takesGroups = ({ operation, filters }: ListDefinition<never>): boolean =>
  filters.length > 0 && "any" in ((operation.input._zod.def as { shape?: object }).shape ?? {});
