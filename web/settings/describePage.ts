import { describeDocument } from "#web/i18n.ts";
import { layoutSettingsOf } from "#web/settings/layoutSettings.ts";
import { darkThemes, isOverlaid, settingsOf, type StoredSettings } from "#web/settings/settings.ts";
import { colorSchemeKey, colorSchemes, forcedScheme } from "#web/theme.ts";

/** Writes the settings on the page, where styles, languages and colours read them. `boot.js` did so before the first paint. */
export function describePage(settings: StoredSettings): void {
  const { theme, direction, animations, customScrollbars } = layoutSettingsOf(settings);
  const { digits, scheme } = settingsOf(settings["mizan"]);
  const before = forcedScheme();
  const ofAddress = isOverlaid() && scheme !== "auto" ? scheme : null;
  const forced = darkThemes.includes(theme.main) ? "dark" : ofAddress;
  setAttribute("data-theme", theme.main === "default" ? null : theme.main);
  setAttribute("data-forced-scheme", forced);
  setAttribute("data-direction", direction);
  setAttribute("data-digits", digits === "latn" ? null : digits);
  setAttribute("data-without-animations", animations ? null : "");
  setAttribute("data-own-scrollbars", customScrollbars ? "" : null);
  if ((forced ?? undefined) !== before) announceScheme(colorSchemes.get("auto"));
  describeDocument();
}

/** The kit listens to this event, which browsers send to other tabs only. */
export const announceScheme = (newValue: string): boolean =>
  dispatchEvent(new StorageEvent("storage", { key: colorSchemeKey, newValue, storageArea: localStorage }));

function setAttribute(name: string, value: string | null): void {
  if (value === null) document.documentElement.removeAttribute(name);
  else document.documentElement.setAttribute(name, value);
}
