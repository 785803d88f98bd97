import { Button } from "@mantine/core";
import type { ReactNode, SyntheticEvent } from "react";
import styles from "#features/access/session/web/EntranceForm.module.css";
import { IconAlertCircle } from "#web/ui/icons.ts";

type EntranceFormProps = {
  readonly action: string;
  readonly isReady: boolean;
  readonly isPending: boolean;
  /** The error. Announced immediately. */
  readonly failure: string | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
};

/**
 * A form with one button, which is disabled until the form is complete. Enter submits anyway, to show what is missing.
 */
export function EntranceForm({ action, isReady, isPending, failure, onSubmit, children }: EntranceFormProps) {
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      {/* Browsers ignore Enter while the form's first button is disabled; this one never is. */}
      <input type="submit" hidden tabIndex={-1} />
      <div role="alert">
        {failure && (
          <p className={styles.failure}>
            <IconAlertCircle size={18} aria-hidden="true" />
            <span dir="auto">{failure}</span>
          </p>
        )}
      </div>
      {children}
      <Button type="submit" fullWidth size="md" className={styles.go ?? ""} disabled={!isReady} loading={isPending}>
        {action}
      </Button>
    </form>
  );
}
