import { useId } from "react";
import styles from "#web/layout/settings/SettingsPanel.module.css";
import { layoutStyles, type LayoutStyle } from "#web/settings/layoutSettings.ts";
import { useMessages } from "#web/useMessages.ts";

type LayoutChoiceProps = { readonly style: LayoutStyle; readonly onChange: (style: LayoutStyle) => void };

/** The three layouts, each as a picture of itself. */
export function LayoutChoice({ style, onChange }: LayoutChoiceProps) {
  const messages = useMessages("settings");
  const id = useId();
  return (
    <fieldset className={styles.part}>
      <legend>{messages("layout")}</legend>
      <div className={styles.layouts}>
        {layoutStyles.map((each) => (
          <label key={each} className={styles.layout}>
            <input
              type="radio"
              name={id}
              className="hidden-visually"
              checked={each === style}
              onChange={() => onChange(each)}
            />
            <span className={styles.picture} data-layout={each} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {messages(`layouts.${each}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
