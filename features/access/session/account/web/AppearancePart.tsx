import { Button, Select, Switch, useMantineColorScheme } from "@mantine/core";
import styles from "#features/access/session/account/web/AccountScreen.module.css";
import { formatDateTime, formatHijriDate, languageName, weekdayName } from "#web/formats.ts";
import { changeLanguage, currentTag } from "#web/i18n.ts";
import { useOpenLayer } from "#web/layout/frameLayers.ts";
import { furtherLanguages } from "#web/languages/further.ts";
import { languages } from "#web/screens.ts";
import { digitSets, languageTags, schemes, type Settings, type Weekday } from "#web/settings/settings.ts";
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
  const handleLanguage = (chosen: string) => {
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
            data={languageTags.map((value) => ({ value, label: nameOf(value) }))}
            value={languageTags.find((tag) => tag === currentTag()) ?? language}
            allowDeselect={false}
            onChange={(value) => value !== null && handleLanguage(value)}
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
      <LayoutPart />
      <DatesPart />
    </>
  );
}

/** A language's name in itself. */
function nameOf(tag: string): string {
  const known = languages.find((language) => language === tag);
  return known ? languageName(known, known) : (furtherLanguages.find((one) => one.tag === tag)?.name ?? tag);
}

function LayoutPart() {
  const messages = useMessages("account");
  const open = useOpenLayer();
  const [{ singleKeys, autoNext }, change] = useOwnSettings();
  return (
    <CardSection title={messages("account.layout")}>
      <div className={styles.form}>
        <p>{messages("account.layoutText")}</p>
        <div>
          <Button variant="default" onClick={() => open("settings")}>
            {messages("account.openLayout")}
          </Button>
        </div>
        <Switch
          label={messages("account.singleKeys")}
          description={messages("account.singleKeysHint")}
          checked={singleKeys}
          onChange={({ currentTarget }) => change({ singleKeys: currentTarget.checked })}
        />
        <Switch
          label={messages("account.autoNext")}
          description={messages("account.autoNextHint")}
          checked={autoNext}
          onChange={({ currentTarget }) => change({ autoNext: currentTarget.checked })}
        />
      </div>
    </CardSection>
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
  const days = ([6, 0, 1] as const).map((day) => ({ value: String(day), label: weekdayName(language, day) }));
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
            {
              value: usual,
              label: messages("account.usualDay", { day: weekdayName(language, usualWeekStart[language]) }),
            },
            ...days,
          ]}
          value={settings.weekStart === null ? usual : String(settings.weekStart)}
          allowDeselect={false}
          onChange={(value) => change({ weekStart: value ? (Number(value) as Weekday) : null })}
        />
        <Select
          label={messages("account.digits")}
          data={digitSets.map((value) => ({ value, label: messages(`account.digitSets.${value}`) }))}
          value={settings.digits}
          allowDeselect={false}
          onChange={(value) => change({ digits: digitSets.find((one) => one === value) ?? "latn" })}
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
