import { TextInput } from "@mantine/core";
import styles from "#features/access/session/web/EntranceField.module.css";
import { useFirstFocus } from "#features/access/session/web/useFirstFocus.ts";
import { IconMail } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type EmailFieldProps = {
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onLeave?: () => void;
};

/** The address to sign in with. A plain text input, so that our own validation messages show in every language. */
export function EmailField({ value, error, onChange, onLeave }: EmailFieldProps) {
  const messages = useMessages("session");
  // Filled in already, it leaves the focus to the next field.
  const field = useFirstFocus(value === "");
  return (
    <TextInput
      ref={field}
      label={messages("fields.email")}
      placeholder={messages("fields.emailPlaceholder")}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
      leftSection={<IconMail size={18} aria-hidden="true" />}
      classNames={{ root: styles.field ?? "", wrapper: styles.box ?? "", input: styles.address ?? "" }}
      inputMode="email"
      // Suggests passkeys in its autofill list, if the browser can (WebAuthn Level 3 §5.1.7).
      autoComplete="username webauthn"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={254}
    />
  );
}
