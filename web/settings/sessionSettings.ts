import type { SessionContext } from "#web/createSession.ts";
import { differencesOf, type Settings, settingsOf } from "#web/settings/settings.ts";
import type { SignedInUser } from "#web/session.tsx";

// One chunk for all that a session does with settings.
export { applySettings } from "#web/settings/applySettings.ts";

const settingsPauseMs = 500;

/** Applies and stores changed settings, once no further change has come for a moment. Undoes them if that fails. */
export async function keepSettings(desk: SessionContext, changed: Settings): Promise<void> {
  const { store, source, send, settings, applySettings } = desk;
  const state = store.read();
  if (state.status !== "signedIn") return;
  settings.changed = changed;
  settings.confirmed ??= state.person.settings;
  const wanted = { ...state.person.settings, mizan: differencesOf(changed) };
  store.change({ ...state, person: { ...state.person, settings: wanted } });
  await applySettings(changed);
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

async function restoreSettings({ store, settings, applySettings }: SessionContext): Promise<void> {
  const before = settings.confirmed ?? {};
  Object.assign(settings, { changed: null, confirmed: null });
  const state = store.read();
  if (state.status !== "signedIn") return;
  store.change({ ...state, person: { ...state.person, settings: before } });
  await applySettings(settingsOf(before["mizan"]));
}

/** Applies the settings that the server has. */
export const applyStored = ({ applySettings }: SessionContext, stored: SignedInUser["settings"]): Promise<void> =>
  applySettings(settingsOf(stored["mizan"]));
