import { changeLanguage } from "#web/i18n.ts";
import type { SignedInUser } from "#web/session.tsx";
import type { SessionContext } from "#web/sessionContext.ts";
import { differencesOf, readSettings, type Settings, settingsKey, settingsOf } from "#web/settings/settings.ts";
import { colorSchemeKey, colorSchemes } from "#web/theme.ts";

/**
 * Applies a user's settings to this browser and mirrors them. Language and colours may also be switched for this
 * browser alone, in the toolbar, so they change only if the user's own setting has changed.
 */
export async function applySettings(settings: Settings): Promise<void> {
  const before = readSettings();
  mirror(settingsKey, JSON.stringify(differencesOf(settings)));
  if (settings.scheme !== before.scheme) {
    colorSchemes.set(settings.scheme);
    announce(colorSchemeKey, settings.scheme);
  }
  if (settings.language !== before.language) await changeLanguage(settings.language);
}

function mirror(key: string, text: string): void {
  if ((localStorage.getItem(key) ?? "{}") === text) return;
  localStorage.setItem(key, text);
  announce(key, text);
}

/** Browsers send this event to other tabs only; here too the theme and `useStored` listen to it. */
const announce = (key: string, newValue: string): boolean =>
  dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }));

const settingsPauseMs = 500;

/** Applies and stores changed settings, once no further change has come for a moment. Undoes them if that fails. */
export async function keepSettings(desk: SessionContext, changed: Settings): Promise<void> {
  const { store, source, send, settings } = desk;
  const state = store.read();
  if (state.status !== "signedIn") return;
  settings.changed = changed;
  settings.confirmed ??= state.person.settings;
  const wanted = { ...state.person.settings, mizan: differencesOf(changed) };
  store.change({ ...state, person: { ...state.person, settings: wanted } });
  await desk.applySettings(changed);
  await new Promise((resolve) => setTimeout(resolve, settingsPauseMs));
  // A later change sends this one too.
  if (settings.changed !== changed) return;
  try {
    await source.keepSettings(send, wanted);
    if (settings.changed === changed) Object.assign(settings, { changed: null, confirmed: null });
  } catch (error) {
    if (settings.changed === changed) await restoreSettings(desk);
    throw error;
  }
}

async function restoreSettings({ store, settings, applySettings: apply }: SessionContext): Promise<void> {
  const before = settings.confirmed ?? {};
  Object.assign(settings, { changed: null, confirmed: null });
  const state = store.read();
  if (state.status !== "signedIn") return;
  store.change({ ...state, person: { ...state.person, settings: before } });
  await apply(settingsOf(before["mizan"]));
}

/** Applies the settings that the server has. */
export const applyStored = (
  { applySettings: apply }: SessionContext,
  stored: SignedInUser["settings"],
): Promise<void> => apply(settingsOf(stored["mizan"]));
