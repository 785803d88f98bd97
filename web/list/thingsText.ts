import type { Total } from "#base/list.ts";
import { formatNumber } from "#web/formats.ts";
import type { CellContext } from "#web/list/defineList.ts";

/** `10,000+`, in the digits of the language, isolated from text in the other direction. */
export const totalText = ({ count, isCapped }: Total, language: CellContext["language"]): string =>
  `\u2066${formatNumber(language, count)}${isCapped ? "+" : ""}\u2069`;

/** `412 brands`, `10,000+ brands`: the count and the feature's `things`. */
export const thingsText = (total: Total, { language, t }: CellContext): string =>
  t("things", { count: total.count, figure: totalText(total, language) });
