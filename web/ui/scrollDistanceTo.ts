const tabMarginPx = 24;

/** How far the tab list must scroll to show the whole tab and the beginning of the next. Never scrolls the page. */
export function scrollDistanceTo(line: HTMLElement, tab: HTMLElement): number {
  const [seen, place] = [line.getBoundingClientRect(), tab.getBoundingClientRect()];
  const [before, after] = [place.left - tabMarginPx - seen.left, place.right + tabMarginPx - seen.right];
  return before < 0 ? before : Math.max(after, 0);
}
