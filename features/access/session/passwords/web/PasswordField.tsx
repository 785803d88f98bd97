import { PasswordInput } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import styles from "#features/access/session/web/EntranceField.module.css";
import { useFirstFocus } from "#features/access/session/web/useFirstFocus.ts";
import { IconAlertTriangle, IconEye, IconEyeOff, IconLock } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type PasswordFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly purpose: "current-password" | "new-password";
  readonly onChange: (value: string) => void;
  readonly onLeave?: () => void;
  readonly placeholder?: string;
  /** At the end of the label's line, and after the field in tab order. */
  readonly aside?: ReactNode;
  readonly describedBy?: string;
  readonly isFocusedFirst?: boolean;
};

/** A password field with a show button, and a warning while caps lock is on. */
export function PasswordField(props: PasswordFieldProps) {
  const { label, value, error, purpose, onChange, onLeave, placeholder, aside, describedBy, isFocusedFirst } = props;
  const messages = useMessages("session");
  const shell = useMessages();
  const field = useFirstFocus(isFocusedFirst ?? false);
  const [isVisible, setVisible] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const handleKey = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const handleBlur = () => {
    setCapsLock(false);
    onLeave?.();
  };
  return (
    <div className={styles.holder}>
      <PasswordInput
        ref={field}
        label={label}
        value={value}
        error={error}
        placeholder={placeholder}
        visible={isVisible}
        onVisibilityChange={setVisible}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
        onKeyUp={handleKey}
        onBlur={handleBlur}
        leftSection={<IconLock size={18} aria-hidden="true" />}
        visibilityToggleIcon={VisibilityIcon}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{
          "aria-label": shell(isVisible ? "buttons.hidePassword" : "buttons.showPassword"),
        }}
        classNames={{ root: styles.field ?? "", wrapper: styles.box ?? "", innerInput: styles.secret ?? "" }}
        autoComplete={purpose}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby={describedBy}
      />
      {aside && <div className={styles.aside}>{aside}</div>}
      <output className={styles.hint}>
        {hasCapsLock && (
          <>
            <IconAlertTriangle size={16} aria-hidden="true" />
            {messages("fields.capsLock")}
          </>
        )}
      </output>
    </div>
  );
}

const VisibilityIcon = ({ reveal }: { readonly reveal: boolean }) =>
  reveal ? <IconEyeOff size={18} aria-hidden="true" /> : <IconEye size={18} aria-hidden="true" />;
