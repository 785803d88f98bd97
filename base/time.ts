/** A moment as an ISO 8601 string in UTC with milliseconds, `2026-11-20T09:00:00.000Z`. Sorts as text. */
export type Instant = string;

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const instant = (epochMs: number): Instant => new Date(epochMs).toISOString();

export const addMs = (at: Instant, ms: number): Instant => instant(Date.parse(at) + ms);
