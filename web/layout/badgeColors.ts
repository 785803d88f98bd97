import { contrastOf } from "#web/layout/contrast.ts";
import type { NavigationItem } from "#web/layout/navigation.ts";

/** Text on a badge, or on anything else, is readable from this contrast on (WCAG 1.4.3). */
const textContrastMin = 4.5;

/** The colours of a badge, or ours if its own can't be read or are no colours. */
export function badgeColors({ bg, fg }: NonNullable<NavigationItem["badge"]>): { background: string; color: string } {
  const contrast = contrastOf(bg, fg);
  return contrast !== null && contrast >= textContrastMin
    ? { background: bg, color: fg }
    : { background: "var(--primary-tint)", color: "var(--link)" };
}
