import { Button } from "@mantine/core";
import { formatRelative } from "#web/formats.ts";
import classes from "#web/record/DraftNotice.module.css";
import { IconHistory } from "#web/ui/icons.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";
import { useNow } from "#web/record/useNow.ts";

type DraftNoticeProps = {
  readonly at: string;
  readonly restore: () => void;
  readonly forget: () => void;
};

/** Offers to restore what the user typed on an earlier visit without saving. */
export function DraftNotice({ at, restore, forget }: DraftNoticeProps) {
  const messages = useMessages("record");
  const language = useLanguage();
  const now = useNow();
  return (
    <div className={classes.notice} role="status">
      <IconHistory size={18} aria-hidden />
      <p>{messages("draft.found", { when: formatRelative(language, at, now) })}</p>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={forget}>
        {messages("draft.forget")}
      </Button>
      <Button size="compact-sm" onClick={restore}>
        {messages("draft.restore")}
      </Button>
    </div>
  );
}
