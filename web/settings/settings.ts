import { furtherLanguages } from "#web/languages/further.ts";
import { languages } from "#web/screens.ts";
import { readStored } from "#web/ui/useStored.ts";

/** Where this browser mirrors the signed-in user's settings, so that they apply before the server has answered. */
export const settingsKey = "mizan.settings";

/** 0 is Sunday, as in `Date.getDay`. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Which colours: those of the device, or always light or dark. */
export const schemes = ["auto", "light", "dark"] as const;

/** Which digits Arabic texts are written with: 123 or ١٢٣. */
export const digitSets = ["latn", "arab"] as const;

/** What users choose for themselves. Stored in `data.settings.mizan`, as far as it differs from the defaults. */
export type Settings = {
  /** The tag of a language; a further one only for those who may choose it. */
  readonly language: string;
  readonly scheme: (typeof schemes)[number];
  /** An IANA name. Null: the time zone of the device. */
  readonly timeZone: string | null;
  /** The first day of the week. Null: the usual one of the language. */
  readonly weekStart: Weekday | null;
  /** Whether Hijri dates are shown beside Gregorian ones. */
  readonly hijri: boolean;
  readonly digits: (typeof digitSets)[number];
  /** Whether single-character shortcuts are on (WCAG 2.1.4): users of speech input or with a tremor may turn them off. */
  readonly singleKeys: boolean;
  /** Whether a decision opens the next record that waits. */
  readonly autoNext: boolean;
  /** The period of the home screen that was chosen last. Null: its default. */
  readonly homePeriod: string | null;
};

/** The languages that users may choose. */
export const languageTags: readonly string[] = [
  ...languages,
  ...furtherLanguages.flatMap(({ tag, isOffered }) => (isOffered ? [tag] : [])),
];

export const defaultSettings: Settings = {
  language: "en",
  scheme: "auto",
  timeZone: null,
  weekStart: null,
  hijri: true,
  digits: "latn",
  singleKeys: true,
  autoNext: false,
  homePeriod: null,
};

/** The settings in a stored value. What is missing or unreadable is the default. */
export function settingsOf(stored: unknown): Settings {
  const { language, scheme, timeZone, weekStart, hijri, digits, singleKeys, autoNext, homePeriod } = recordOf(stored);
  return {
    language: languageTags.find((one) => one === language) ?? defaultSettings.language,
    scheme: schemes.find((one) => one === scheme) ?? defaultSettings.scheme,
    timeZone: typeof timeZone === "string" && isTimeZone(timeZone) ? timeZone : null,
    weekStart: isWeekday(weekStart) ? weekStart : null,
    hijri: hijri !== false,
    digits: digits === "arab" ? digits : "latn",
    singleKeys: singleKeys !== false,
    autoNext: autoNext === true,
    homePeriod: typeof homePeriod === "string" ? homePeriod : null,
  };
}

/** The settings that differ from the defaults: only these are stored. */
export const differencesOf = (settings: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== defaultSettings[name as keyof Settings]),
  );

/** `data.settings` of the signed-in user, in the shape of the template: what differs from the defaults, and whatever other applications store there. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** Some of the stored settings, at any depth. */
export type SettingsPatch = StoredSettings;

export const recordOf = (value: unknown): StoredSettings =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as StoredSettings) : {};

/** What comes over the stored settings, for this load of the page: set by addressSettings.ts. */
let overlay: ((stored: StoredSettings) => StoredSettings) | null = null;
export const setOverlay = (over: typeof overlay): void => void (overlay = over);

/** The stored settings with those of the address. */
export const effectiveSettings = (stored: unknown): StoredSettings => {
  const settings = recordOf(stored);
  return overlay ? overlay(settings) : settings;
};

/** Themes without a light variant: with one of these the page is dark whatever the user's scheme is. */
export const darkThemes: readonly unknown[] = ["defaultDark", "deepOcean", "slate"];

/** Whether the address has settings, which then win over what was switched for this browser alone. */
export const isOverlaid = (): boolean => overlay !== null;

/** All settings of this browser's user, outside of a component. */
export const readEffectiveSettings = (): StoredSettings => effectiveSettings(readStored(settingsKey));

/** The user's own settings, outside of a component. Components call `useSettings`. */
export const readSettings = (): Settings => settingsOf(readEffectiveSettings()["mizan"]);

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
