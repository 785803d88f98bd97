import { Switch } from "@mantine/core";
import { use } from "react";
import { KnownScreensContext } from "#web/layout/knownScreens.ts";
import { Choice } from "#web/layout/settings/Choice.tsx";
import styles from "#web/layout/settings/SettingsPanel.module.css";
import { type LayoutConfig, layoutOptions, type LayoutSettings } from "#web/settings/layoutSettings.ts";
import type { SettingsPatch } from "#web/settings/settings.ts";
import { useMessages } from "#web/useMessages.ts";

type LayoutOptionsProps = {
  readonly layout: LayoutSettings["layout"];
  readonly onChange: (config: SettingsPatch) => void;
};

/** The options that the chosen layout has: one with a single value is none. */
export function LayoutOptions({ layout: { style, config }, onChange }: LayoutOptionsProps) {
  const messages = useMessages("settings");
  const options = layoutOptions[style];
  const { panelAreas } = use(KnownScreensContext);
  const panels = {
    leftSidePanel: panelAreas.some(({ quickPanel }) => quickPanel),
    rightSidePanel: panelAreas.some(({ chatPanel }) => chatPanel),
  };
  return (
    <>
      <Choice
        label={messages("mode")}
        values={options.mode}
        value={config.mode}
        titleOf={(mode) => messages(`modes.${mode}`)}
        onChange={(mode) => onChange({ mode })}
      />
      <Choice
        label={messages("scroll")}
        values={options.scroll}
        value={config.scroll}
        titleOf={(scroll) => messages(`scrolls.${scroll}`)}
        onChange={(scroll) => onChange({ scroll })}
      />
      <MenuOptions style={style} config={config} onChange={onChange} />
      <BarOptions bar="toolbar" isAside={style === "layout1"} config={config} onChange={onChange} />
      <BarOptions bar="footer" isAside={style === "layout1"} config={config} onChange={onChange} />
      {(panels.leftSidePanel || panels.rightSidePanel) && (
        <fieldset className={styles.part}>
          <legend>{messages("panels")}</legend>
          {(["leftSidePanel", "rightSidePanel"] as const)
            .filter((panel) => panels[panel])
            .map((panel) => (
              <Switch
                key={panel}
                label={messages(panel)}
                checked={config[panel].display}
                onChange={({ currentTarget }) => onChange({ [panel]: { display: currentTarget.checked } })}
              />
            ))}
        </fieldset>
      )}
    </>
  );
}

type MenuOptionsProps = {
  readonly style: LayoutSettings["layout"]["style"];
  readonly config: LayoutConfig;
  readonly onChange: LayoutOptionsProps["onChange"];
};

function MenuOptions({ style, config, onChange }: MenuOptionsProps) {
  const messages = useMessages("settings");
  const { folded, position: positions, style: styleValues } = layoutOptions[style].navbar;
  return (
    <fieldset className={styles.part}>
      <legend>{messages("navbar")}</legend>
      <Switch
        label={messages("display")}
        checked={config.navbar.display}
        onChange={({ currentTarget }) => onChange({ navbar: { display: currentTarget.checked } })}
      />
      {folded.length > 1 && (
        <Switch
          label={messages("folded")}
          checked={config.navbar.folded}
          onChange={({ currentTarget }) => onChange({ navbar: { folded: currentTarget.checked } })}
        />
      )}
      <Choice
        label={messages("position")}
        values={positions}
        value={config.navbar.position}
        titleOf={(position) => messages(`positions.${position}`)}
        onChange={(position) => onChange({ navbar: { position } })}
      />
      <Choice
        label={messages("style")}
        values={styleValues}
        value={config.navbar.style}
        titleOf={(value) => messages(`styles.${value}`)}
        onChange={(value) => onChange({ navbar: { style: value } })}
      />
    </fieldset>
  );
}

type BarOptionsProps = {
  readonly bar: "toolbar" | "footer";
  /** Beside a menu at the side, a bar is not above or below it. */
  readonly isAside: boolean;
  readonly config: LayoutConfig;
  readonly onChange: LayoutOptionsProps["onChange"];
};

function BarOptions({ bar, isAside, config, onChange }: BarOptionsProps) {
  const messages = useMessages("settings");
  const { display, style, position } = config[bar];
  return (
    <fieldset className={styles.part}>
      <legend>{messages(bar)}</legend>
      <Switch
        label={messages("display")}
        checked={display}
        onChange={({ currentTarget }) => onChange({ [bar]: { display: currentTarget.checked } })}
      />
      {display && (isAside || bar === "toolbar") && (
        <Choice
          label={messages("position")}
          values={["below", "above"] as const}
          value={position}
          titleOf={(value) => messages(isAside ? `aside.${value}` : `positions.${value}`)}
          onChange={(value) => onChange({ [bar]: { position: value } })}
        />
      )}
      {display && (
        <Choice
          label={messages("style")}
          values={["fixed", "static"] as const}
          value={style}
          titleOf={(value) => messages(`styles.${value}`)}
          onChange={(value) => onChange({ [bar]: { style: value } })}
        />
      )}
    </fieldset>
  );
}
