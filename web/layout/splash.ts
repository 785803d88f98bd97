// The splash is static HTML of the page, so that it is there before any script is. It can only be told things.

/** Covers the screen while the start-up sign-in check runs (spec 000 §2), with a line of what is going on. */
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
