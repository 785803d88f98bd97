import { mergeSettings } from "#web/settings/mergeSettings.ts";
import { recordOf, setOverlay, type StoredSettings } from "#web/settings/settings.ts";

/** `?defaultSettings=<json>`: settings for this load of the page, which are never saved. */
export function addressSettings(search: string): StoredSettings {
  try {
    return recordOf(JSON.parse(new URLSearchParams(search).get("defaultSettings") ?? "{}"));
  } catch {
    return {};
  }
}

let ofAddress: StoredSettings = {};

export function applyAddressSettings(search: string): void {
  ofAddress = addressSettings(search);
  setOverlay(Object.keys(ofAddress).length === 0 ? null : (stored) => mergeSettings(stored, ofAddress));
}

/** A change that the user makes wins over the address, but what the address has is still not saved. */
export function changeAddressSettings(patch: StoredSettings): void {
  if (Object.keys(ofAddress).length > 0) ofAddress = mergeSettings(ofAddress, patch);
}
