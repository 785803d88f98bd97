import { Button } from "@mantine/core";
import { nameOfPresent } from "#web/live/presence.ts";
import classes from "#web/record/DraftNotice.module.css";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import type { NewerRecord } from "#web/record/useNewerRecord.ts";
import { useTransport } from "#web/transport.ts";
import { IconHistory } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

type NewerNoticeProps = { readonly newer: NewerRecord; readonly texts: FieldFormatters };

/** Says who changed what while the user is editing. What they typed stays until they load it. */
export function NewerNotice({ newer, texts }: NewerNoticeProps) {
  const messages = useMessages("record");
  const language = useLanguage();
  const name = nameOfPresent(useTransport(), newer.by);
  const labels = newer.fields.map((field) => texts.labelOf(field));
  const fields = new Intl.ListFormat(language).format(labels);
  return (
    <div className={classes.notice} role="status">
      <IconHistory size={18} aria-hidden />
      <p>{messages("newer.changed", { who: name ?? messages("conflict.someone"), fields })}</p>
      <Button size="compact-sm" onClick={() => void newer.load(name)}>
        {messages("newer.load")}
      </Button>
    </div>
  );
}
