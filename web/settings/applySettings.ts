import { changeLanguage } from "#web/i18n.ts";
import type { SessionContext } from "#web/sessionContext.ts";
import { changeAddressSettings } from "#web/settings/addressSettings.ts";
import { announceScheme, describePage } from "#web/settings/describePage.ts";
import { layoutDifferences } from "#web/settings/layoutDifferences.ts";
import { layoutSettingsOf } from "#web/settings/layoutSettings.ts";
import { mergeSettings } from "#web/settings/mergeSettings.ts";
import {
  differencesOf,
  readEffectiveSettings,
  recordOf,
  settingsKey,
  settingsOf,
  type SettingsPatch,
  type StoredSettings,
} from "#web/settings/settings.ts";
import { colorSchemes } from "#web/theme.ts";
import { readStored } from "#web/ui/useStored.ts";

/**
 * Applies a user's settings to this browser and mirrors them. Language and colours may also be switched for this
 * browser alone, in the toolbar, so they change only if the user's own setting has changed.
 */
export async function applySettings(stored: StoredSettings): Promise<void> {
  const before = settingsOf(recordOf(readStored(settingsKey))["mizan"]);
  const after = settingsOf(stored["mizan"]);
  mirror(settingsKey, JSON.stringify(stored));
  if (after.scheme !== before.scheme) {
    colorSchemes.set(after.scheme);
    announceScheme(colorSchemes.get("auto"));
  }
  if (after.language !== before.language) await changeLanguage(after.language);
  describePage(readEffectiveSettings());
}

function mirror(key: string, text: string): void {
  if ((localStorage.getItem(key) ?? "{}") === text) return;
  localStorage.setItem(key, text);
  // Browsers send this event to other tabs only; here `useStored` listens to it.
  dispatchEvent(new StorageEvent("storage", { key, newValue: text, storageArea: localStorage }));
}

const settingsPauseMs = 500;

/** Applies and stores changed settings, once no further change has come for a moment. Undoes them if that fails. */
export async function keepSettings(desk: SessionContext, patch: SettingsPatch): Promise<void> {
  const { store, source, send, settings } = desk;
  const state = store.read();
  if (state.status !== "signedIn") return;
  const wanted = patchedSettings(state.person.settings, patch);
  changeAddressSettings(patch);
  settings.confirmed ??= state.person.settings;
  settings.changed = wanted;
  store.change({ ...state, person: { ...state.person, settings: wanted } });
  await desk.applySettings(wanted);
  // Nothing can be changed while viewing as another user, but they may fold the menu.
  if (state.person.viewedAs !== null) return;
  await new Promise((resolve) => setTimeout(resolve, settingsPauseMs));
  // A later change sends this one too.
  if (settings.changed !== wanted) return;
  try {
    await source.keepSettings(send, wanted);
    if (settings.changed === wanted) Object.assign(settings, { changed: null, confirmed: null });
  } catch (error) {
    if (settings.changed === wanted) await restoreSettings(desk);
    throw error;
  }
}

/** The settings after a change, as far as they differ from the defaults, beside what other applications store. */
export function patchedSettings(stored: StoredSettings, patch: SettingsPatch): StoredSettings {
  const { layout, theme, direction, customScrollbars, animations, mizan, ...others } = stored;
  const ours = withoutOtherLayout({ layout, theme, direction, customScrollbars, animations, mizan }, patch);
  const after = mergeSettings(ours, patch);
  const own = differencesOf(settingsOf(after["mizan"]));
  return {
    ...others,
    ...layoutDifferences(layoutSettingsOf(after)),
    ...(Object.keys(own).length > 0 ? { mizan: own } : {}),
  };
}

/** Changing the layout resets its options: each layout has its own. */
function withoutOtherLayout(stored: StoredSettings, patch: SettingsPatch): StoredSettings {
  const { style = "layout1" } = recordOf(stored["layout"]);
  const { style: wanted = style } = recordOf(patch["layout"]);
  return wanted === style ? stored : { ...stored, layout: {} };
}

async function restoreSettings({ store, settings, applySettings: apply }: SessionContext): Promise<void> {
  const before = settings.confirmed ?? {};
  Object.assign(settings, { changed: null, confirmed: null });
  const state = store.read();
  if (state.status !== "signedIn") return;
  store.change({ ...state, person: { ...state.person, settings: before } });
  await apply(before);
}
