import { Switch, useMantineColorScheme } from "@mantine/core";
import { Choice } from "#web/layout/settings/Choice.tsx";
import styles from "#web/layout/settings/SettingsPanel.module.css";
import type { LayoutSettings } from "#web/settings/layoutSettings.ts";
import { schemes, type SettingsPatch } from "#web/settings/settings.ts";
import { forcedScheme } from "#web/theme.ts";
import { useMessages } from "#web/useMessages.ts";

type OtherOptionsProps = { readonly settings: LayoutSettings; readonly onChange: (patch: SettingsPatch) => void };

/** Colours, direction, motion and scrollbars, which every layout has. */
export function OtherOptions({ settings, onChange }: OtherOptionsProps) {
  const messages = useMessages("settings");
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isForced = forcedScheme() !== undefined;
  const handleScheme = (scheme: (typeof schemes)[number]) => {
    setColorScheme(scheme);
    onChange({ mizan: { scheme } });
  };
  return (
    <>
      {isForced ? (
        <p className={styles.hint}>{messages("darkHint")}</p>
      ) : (
        <Choice
          label={messages("scheme")}
          values={schemes}
          value={colorScheme}
          titleOf={(scheme) => messages(`schemes.${scheme}`)}
          onChange={handleScheme}
        />
      )}
      <Choice
        label={messages("direction")}
        values={["auto", "ltr", "rtl"] as const}
        value={settings.direction ?? "auto"}
        titleOf={(direction) => messages(`directions.${direction}`)}
        onChange={(direction) => onChange({ direction: direction === "auto" ? null : direction })}
      />
      <fieldset className={styles.part}>
        <legend>{messages("behavior")}</legend>
        <Switch
          label={messages("animations")}
          description={messages("animationsHint")}
          checked={settings.animations}
          onChange={({ currentTarget }) => onChange({ animations: currentTarget.checked })}
        />
        <Switch
          label={messages("customScrollbars")}
          checked={settings.customScrollbars}
          onChange={({ currentTarget }) => onChange({ customScrollbars: currentTarget.checked })}
        />
      </fieldset>
    </>
  );
}
