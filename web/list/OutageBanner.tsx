import { Button } from "@mantine/core";
import { Refusal } from "#base/refusal.ts";
import { formatTime } from "#web/formats.ts";
import type { ListRow } from "#web/list/defineList.ts";
import classes from "#web/list/OutageBanner.module.css";
import type { ListModel } from "#web/list/useList.ts";
import { IconAlertTriangle } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

/** Says that the rows below are not the current ones, and when they were. Disappears when they are read again. */
export function OutageBanner<Row extends ListRow>({ model }: { readonly model: ListModel<Row> }) {
  const messages = useMessages("list");
  const shell = useMessages();
  const { answer, context } = model;
  if (answer.outage === null) return null;
  const { error, since } = answer.outage;
  return (
    <div role="alert" className={classes.banner}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {messages(isUnreachable(error) ? "unreachable" : "notCurrent")}{" "}
        {messages("dataFrom", { time: formatTime(context.language, since) })}
      </span>
      <Button variant="subtle" size="compact-sm" loading={answer.isFetching} onClick={() => void answer.refetch()}>
        {shell("buttons.retry")}
      </Button>
    </div>
  );
}

const isUnreachable = (error: Error) => error instanceof Refusal && ["unreachable", "timeout"].includes(error.code);
