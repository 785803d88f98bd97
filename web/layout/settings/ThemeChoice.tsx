import { Select } from "@mantine/core";
import { useId } from "react";
import styles from "#web/layout/settings/SettingsPanel.module.css";
import { type LayoutSettings, slotThemes, themeCodes, type ThemeCode } from "#web/settings/layoutSettings.ts";
import { darkThemes } from "#web/settings/settings.ts";
import { useMessages } from "#web/useMessages.ts";

type Theme = LayoutSettings["theme"];
type ThemeChoiceProps = {
  readonly theme: Theme;
  readonly tone: "light" | "dark";
  readonly onChange: (theme: Partial<Theme>) => void;
};

const slots = ["navbar", "toolbar", "footer"] as const;

/** The ten themes as samples of themselves: a choice colours the page and all bars, which may then differ. */
export function ThemeChoice({ theme, tone, onChange }: ThemeChoiceProps) {
  const messages = useMessages("settings");
  const id = useId();
  const handleChoice = (code: ThemeCode) => onChange({ main: code, navbar: code, toolbar: code, footer: code });
  return (
    <fieldset className={styles.part}>
      <legend>{messages("theme")}</legend>
      <div className={styles.themes}>
        {themeCodes.map((code) => (
          <label key={code} className={styles.theme}>
            <input
              type="radio"
              name={id}
              className="hidden-visually"
              checked={code === theme.main}
              onChange={() => handleChoice(code)}
            />
            <span
              className={styles.sample}
              data-theme={code}
              data-tone={darkThemes.includes(code) ? "dark" : tone}
              aria-hidden="true"
            >
              <i />
              <b />
            </span>
            {messages(`themes.${code}`)}
          </label>
        ))}
      </div>
      <details className={styles.more}>
        <summary>{messages("bars")}</summary>
        <div className={styles.fields}>
          {slots.map((slot) => (
            <Select
              key={slot}
              label={messages(slot)}
              data={slotThemes.map((value) => ({ value, label: messages(`themes.${value}`) }))}
              value={theme[slot]}
              allowDeselect={false}
              onChange={(value) => onChange({ [slot]: slotThemes.find((code) => code === value) ?? theme[slot] })}
            />
          ))}
        </div>
      </details>
    </fieldset>
  );
}
