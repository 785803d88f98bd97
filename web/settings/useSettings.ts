import { useMemo } from "react";
import type { Language } from "#web/screens.ts";
import {
  effectiveSettings,
  readSettings,
  type Settings,
  settingsKey,
  settingsOf,
  type Weekday,
} from "#web/settings/settings.ts";
import { useStored } from "#web/ui/useStored.ts";
import { useLanguage } from "#web/useMessages.ts";

/** How dates are shown to this user. */
export type DateSettings = {
  /** An IANA name. */
  readonly timeZone: string;
  readonly weekStart: Weekday;
  /** Whether Hijri dates are shown beside Gregorian ones. */
  readonly isHijriShown: boolean;
};

/** How dates are shown to this user, by their settings, else by this device and language. */
export function useSettings(): DateSettings {
  const language = useLanguage();
  const [stored] = useStored<unknown>(settingsKey, null);
  return useMemo(() => dateSettingsOf(settingsOf(effectiveSettings(stored)["mizan"]), language), [stored, language]);
}

/** The same outside of a component. */
export const readDateSettings = (language: Language): DateSettings => dateSettingsOf(readSettings(), language);

/** Most readers of Arabic begin their week on Sunday; others on Monday (ISO 8601). */
export const usualWeekStart: Readonly<Record<Language, Weekday>> = { en: 1, ar: 0 };

const dateSettingsOf = ({ timeZone, weekStart, hijri }: Settings, language: Language): DateSettings => ({
  timeZone: timeZone ?? deviceTimeZone(),
  weekStart: weekStart ?? usualWeekStart[language],
  isHijriShown: hijri,
});

/** The time zone of this device. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
