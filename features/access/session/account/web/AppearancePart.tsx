import { Select, Switch, useMantineColorScheme } from "@mantine/core";
import styles from "#features/access/session/account/web/AccountScreen.module.css";
import { formatDateTime, formatHijriDate, languageName } from "#web/formats.ts";
import { changeLanguage } from "#web/i18n.ts";
import { type Language, languages } from "#web/screens.ts";
import { schemes, type Settings, type Weekday } from "#web/settings/settings.ts";
import { useOwnSettings } from "#web/settings/useOwnSettings.ts";
import { deviceTimeZone, useSettings, usualWeekStart } from "#web/settings/useSettings.ts";
import { CardSection } from "#web/ui/CardSection.tsx";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import { useNow } from "#web/record/useNow.ts";

/** How the application looks to this user. Every change applies at once, and on every device. */
export function AppearancePart() {
  const messages = useMessages("account");
  const [, change] = useOwnSettings();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  // Also here and now: this browser may show another choice, made in the toolbar.
  const handleLanguage = (chosen: Language) => {
    void changeLanguage(chosen);
    change({ language: chosen });
  };
  const handleScheme = (chosen: Settings["scheme"]) => {
    setColorScheme(chosen);
    change({ scheme: chosen });
  };
  return (
    <>
      <CardSection title={messages("account.display")}>
        <div className={styles.form}>
          <Select
            label={messages("account.language")}
            data={languages.map((value) => ({ value, label: languageName(value, value) }))}
            value={language}
            allowDeselect={false}
            onChange={(value) => handleLanguage(languages.find((one) => one === value) ?? language)}
          />
          <Select
            label={messages("account.scheme")}
            data={schemes.map((value) => ({ value, label: messages(`account.schemes.${value}`) }))}
            value={colorScheme}
            allowDeselect={false}
            onChange={(value) => handleScheme(schemes.find((one) => one === value) ?? "auto")}
          />
        </div>
      </CardSection>
      <DatesPart />
    </>
  );
}

// By their IANA names: those of four hundred zones in words take a tenth of a second to make.
const zones = Intl.supportedValuesOf("timeZone").map((value) => ({ value, label: value.replaceAll("_", " ") }));

/** The value of the choice that follows device or language. A `Select` has no null. */
const usual = "";

function DatesPart() {
  const messages = useMessages("account");
  const language = useLanguage();
  const [settings, change] = useOwnSettings();
  const { isHijriShown } = useSettings();
  const now = useNow();
  const dayName = (day: Weekday) =>
    new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(1970, 0, 4 + day));
  const days = ([6, 0, 1] as const).map((day) => ({ value: String(day), label: dayName(day) }));
  return (
    <CardSection title={messages("account.dates")}>
      <div className={styles.form}>
        <Select
          label={messages("account.timeZone")}
          description={messages("account.timeZoneHint")}
          data={[{ value: usual, label: messages("account.deviceZone", { zone: deviceTimeZone() }) }, ...zones]}
          value={settings.timeZone ?? usual}
          allowDeselect={false}
          searchable
          limit={100}
          onChange={(value) => change({ timeZone: value || null })}
        />
        <Select
          label={messages("account.weekStart")}
          data={[
            { value: usual, label: messages("account.usualDay", { day: dayName(usualWeekStart[language]) }) },
            ...days,
          ]}
          value={settings.weekStart === null ? usual : String(settings.weekStart)}
          allowDeselect={false}
          onChange={(value) => change({ weekStart: value ? (Number(value) as Weekday) : null })}
        />
        <Switch
          label={messages("account.hijri")}
          description={messages("account.hijriHint")}
          checked={settings.hijri}
          onChange={({ currentTarget }) => change({ hijri: currentTarget.checked })}
        />
        <p className={styles.example}>
          {messages("account.example", { date: formatDateTime(language, now) })}
          {isHijriShown && ` · ${formatHijriDate(language, now)}`}
        </p>
      </div>
    </CardSection>
  );
}
