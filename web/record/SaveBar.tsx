import { Button } from "@mantine/core";
import { type FieldValues, useFormState, useWatch } from "react-hook-form";
import { formatNumber } from "#web/formats.ts";
import { changedFields } from "#web/record/drafts.ts";
import { countErrors } from "#web/record/formErrors.ts";
import classes from "#web/record/SaveBar.module.css";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type SaveBarProps = {
  /** The values that changes are counted against. */
  readonly base: FieldValues;
  readonly isNew: boolean;
  readonly onDiscard: () => void;
};

/** What is unsaved and what must be fixed first. Stays at the bottom of the screen. */
export function SaveBar({ base, isNew, onDiscard }: SaveBarProps) {
  const messages = useMessages("record");
  const language = useLanguage();
  const changesCount = Object.keys(changedFields(base, useWatch())).length;
  const { errors, isSubmitting } = useFormState();
  const errorsCount = countErrors(errors);
  const counted = (count: number) => ({ count, figure: formatNumber(language, count) });
  return (
    <div className={classes.bar}>
      <span className={classes.state} role="status" data-changed={changesCount > 0 || undefined}>
        {changesCount === 0
          ? messages(isNew ? "nothingTyped" : "nothingChanged")
          : messages("unsaved", counted(changesCount))}
        {errorsCount > 0 && `${messages("comma")}${messages("toFix", counted(errorsCount))}`}
      </span>
      {changesCount > 0 && (
        <Button variant="subtle" color="gray" disabled={isSubmitting} onClick={onDiscard}>
          {messages("discard")}
        </Button>
      )}
      <Button type="submit" loading={isSubmitting} disabled={changesCount === 0} data-save>
        {messages(isNew ? "create" : "save")}
      </Button>
    </div>
  );
}
