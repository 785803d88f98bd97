/** The first `max` characters. Never half of one, which the database rejects. */
export const cutText = (text: string, max: number): string =>
  text.length <= max
    ? text
    : Array.from(text.slice(0, 2 * max))
        .slice(0, max)
        .join("");
