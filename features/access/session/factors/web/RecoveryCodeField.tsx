import { TextInput } from "@mantine/core";
import styles from "#features/access/session/web/EntranceField.module.css";
import { useFirstFocus } from "#features/access/session/web/useFirstFocus.ts";
import { IconKey } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type RecoveryCodeFieldProps = { readonly value: string; readonly onChange: (value: string) => void };

/** One of the ten recovery codes. */
export function RecoveryCodeField({ value, onChange }: RecoveryCodeFieldProps) {
  const messages = useMessages("session");
  const field = useFirstFocus();
  return (
    <TextInput
      ref={field}
      label={messages("fields.recoveryCode")}
      placeholder="xxxx-xxxx-xxxx-xxxx"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconKey size={18} aria-hidden="true" />}
      classNames={{ root: styles.field ?? "", wrapper: styles.box ?? "", input: styles.address ?? "" }}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
    />
  );
}
