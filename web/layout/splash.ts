// The splash is static HTML of the page, so that it shows before any script. Scripts only update it.

/** Covers the screen during the start-up sign-in check (spec 000 §2), with a line of progress. */
export function showSplash(text = ""): void {
  const splash = document.getElementById("splash");
  if (splash === null) return;
  splash.hidden = false;
  const status = document.getElementById("splash-status");
  if (status !== null) status.textContent = text;
}

export function hideSplash(): void {
  const splash = document.getElementById("splash");
  if (splash !== null) splash.hidden = true;
}
