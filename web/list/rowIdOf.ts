/** The id of the row that an element is part of: one listener answers for all rows. */
export const rowIdOf = (element: HTMLElement): string | null =>
  element.closest<HTMLElement>("[data-id]")?.dataset.id ?? null;
