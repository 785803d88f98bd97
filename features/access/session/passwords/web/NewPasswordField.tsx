import { useId } from "react";
import {
  alone,
  type PasswordContext,
  isLongEnough,
  newPasswordRules,
  passwordLength,
  passwordMin,
} from "#base/passwords.ts";
import styles from "#features/access/session/passwords/web/NewPasswordField.module.css";
import { PasswordField } from "#features/access/session/passwords/web/PasswordField.tsx";
import { IconCircle, IconCircleCheck, IconInfoCircle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

type NewPasswordFieldProps = {
  /** Whether the user has a second factor; `unknown` where only the server knows. */
  readonly beside: PasswordContext | "unknown";
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  readonly isFocusedFirst?: boolean;
};

/** A new password, with its rules shown in advance. */
export function NewPasswordField({ beside, value, error, onChange, isFocusedFirst = false }: NewPasswordFieldProps) {
  const messages = useMessages("session");
  const rulesId = useId();
  const isUnknown = beside === "unknown";
  const minimum = passwordMin(isUnknown ? alone : beside);
  const isLong = isLongEnough(value, isUnknown ? alone : beside);
  const LengthIcon = isLong ? IconCircleCheck : IconCircle;
  return (
    <div>
      <PasswordField
        label={messages("fields.newPassword")}
        purpose="new-password"
        value={value}
        error={error}
        onChange={onChange}
        describedBy={rulesId}
        isFocusedFirst={isFocusedFirst}
      />
      <ul id={rulesId} className={styles.rules}>
        <li data-met={isLong}>
          <LengthIcon size={16} aria-hidden="true" />
          <span>
            {isUnknown
              ? messages("rules.lengthEither", { minimum, less: newPasswordRules.minBesideFactor })
              : messages("rules.length", { count: minimum })}{" "}
            <span className="num" aria-hidden="true">
              {messages("rules.soFar", { length: passwordLength(value), minimum })}
            </span>
          </span>
        </li>
        <li>
          <IconInfoCircle size={16} aria-hidden="true" />
          {messages("rules.anything")}
        </li>
        <li>
          <IconInfoCircle size={16} aria-hidden="true" />
          {messages("rules.guessable")}
        </li>
      </ul>
    </div>
  );
}
