import { formatPercent } from "#web/formats.ts";
import type { Language } from "#web/screens.ts";

/** A fraction in basis points: `2.5%`, with no more decimals than it needs. */
export const formatBps = (language: Language, bps: number): string =>
  formatPercent(language, bps / 10_000, bps % 100 === 0 ? 0 : bps % 10 === 0 ? 1 : 2);
