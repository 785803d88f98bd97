import { changeLanguage } from "#web/i18n.ts";
import { differencesOf, readSettings, type Settings, settingsKey } from "#web/settings/settings.ts";
import { colorSchemeKey, colorSchemes } from "#web/theme.ts";

/**
 * Applies a user's settings to this browser and mirrors them. Language and colours may also be switched for this
 * browser alone, in the toolbar, so they change only if the user's own setting has changed.
 */
export async function applySettings(settings: Settings): Promise<void> {
  const before = readSettings();
  store(settingsKey, JSON.stringify(differencesOf(settings)));
  if (settings.scheme !== before.scheme) {
    colorSchemes.set(settings.scheme);
    announce(colorSchemeKey, settings.scheme);
  }
  if (settings.language !== before.language) await changeLanguage(settings.language);
}

function store(key: string, text: string): void {
  if ((localStorage.getItem(key) ?? "{}") === text) return;
  localStorage.setItem(key, text);
  announce(key, text);
}

/** Browsers send this event to other tabs only; here too the theme and `useStored` listen to it. */
const announce = (key: string, newValue: string): boolean =>
  dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }));
