import { TextInput } from "@mantine/core";
import styles from "#features/access/session/factors/web/CodeField.module.css";
import { useFirstFocus } from "#features/access/session/web/useFirstFocus.ts";
import { useMessages } from "#web/useMessages.ts";

type CodeFieldProps = {
  readonly value: string;
  readonly error?: string | undefined;
  readonly isFocusedFirst?: boolean;
  readonly onChange: (value: string) => void;
};

const digits = 6;

/** The six digits of an authenticator app, also if pasted as `123 456`. */
export function CodeField({ value, error, isFocusedFirst = false, onChange }: CodeFieldProps) {
  const messages = useMessages("session");
  const field = useFirstFocus(isFocusedFirst);
  return (
    <TextInput
      ref={field}
      label={messages("fields.code")}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, "").slice(0, digits))}
      classNames={{ root: styles.field ?? "", wrapper: styles.box ?? "", input: styles.code ?? "" }}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}
