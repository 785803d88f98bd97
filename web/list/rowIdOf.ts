/** The id of the row that an element is in: a single listener handles all rows. */
export const rowIdOf = (element: HTMLElement): string | null =>
  element.closest<HTMLElement>("[data-id]")?.dataset.id ?? null;
