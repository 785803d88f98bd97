import { type Language, languages } from "#web/screens.ts";
import { readStored } from "#web/ui/useStored.ts";

/** Where this browser mirrors the signed-in user's settings, so that they apply before the server has answered. */
export const settingsKey = "mizan.settings";

/** 0 is Sunday, as in `Date.getDay`. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Which colours: those of the device, or always light or dark. */
export const schemes = ["auto", "light", "dark"] as const;

/** What users choose for themselves. Stored in `data.settings.mizan`, as far as it differs from the defaults. */
export type Settings = {
  readonly language: Language;
  readonly scheme: (typeof schemes)[number];
  /** An IANA name. Null: the time zone of the device. */
  readonly timeZone: string | null;
  /** The first day of the week. Null: the usual one of the language. */
  readonly weekStart: Weekday | null;
  /** Whether Hijri dates are shown beside Gregorian ones. */
  readonly hijri: boolean;
};

export const defaultSettings: Settings = {
  language: "en",
  scheme: "auto",
  timeZone: null,
  weekStart: null,
  hijri: true,
};

/** The settings in a stored value. What is missing or unreadable is the default. */
export function settingsOf(stored: unknown): Settings {
  const { language, scheme, timeZone, weekStart, hijri } = (stored ?? {}) as Readonly<Record<string, unknown>>;
  return {
    language: languages.find((one) => one === language) ?? defaultSettings.language,
    scheme: schemes.find((one) => one === scheme) ?? defaultSettings.scheme,
    timeZone: typeof timeZone === "string" && isTimeZone(timeZone) ? timeZone : null,
    weekStart: isWeekday(weekStart) ? weekStart : null,
    hijri: hijri !== false,
  };
}

/** The settings that differ from the defaults: only these are stored. */
export const differencesOf = (settings: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== defaultSettings[name as keyof Settings]),
  );

/** The settings of this browser's user, outside of a component. Components call `useSettings`. */
export const readSettings = (): Settings => settingsOf(readStored(settingsKey));

const isWeekday = (value: unknown): value is Weekday =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 6;

const knownZones = new Map<string, boolean>();

/** Not `isTimeZone` of base/days.ts, which would make the login page larger. Cached, as formats ask at every date. */
function isTimeZone(name: string): boolean {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  let isValid = true;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    isValid = false;
  }
  knownZones.set(name, isValid);
  return isValid;
}
