import { recordOf, type StoredSettings } from "#web/settings/settings.ts";

/** Two objects of settings: at any depth, the second wins. */
export const mergeSettings = (below: StoredSettings, above: StoredSettings): StoredSettings => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(above).map(([name, value]) => [
      name,
      recordOf(value) === value ? mergeSettings(recordOf(below[name]), value as StoredSettings) : value,
    ]),
  ),
});
