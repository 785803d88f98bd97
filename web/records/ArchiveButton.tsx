import { Button } from "@mantine/core";
import type { Lifecycle } from "#base/records/lifecycle.ts";
import type { Op, RecordTypes, StatusChange } from "#base/records/types.ts";
import { useWrite } from "#web/operations.ts";
import { type RecordScreens, refreshesOf } from "#web/records/recordScreens.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { IconArchive, IconArrowBackUp } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";
import { useConfirm } from "#web/ui/useConfirm.tsx";
import { useLanguage, useMessagesOfAny } from "#web/useMessages.ts";

type ArchiveButtonProps<T extends RecordTypes, Action extends string> = {
  readonly screens: RecordScreens<T>;
  /** With the statuses `active` and `archived` only. */
  readonly lifecycle: Lifecycle<T["record"]["status"], Action, object>;
  readonly operation: Op<StatusChange<T>, T["record"]>;
  readonly record: T["record"];
  /** Asks for confirmation before archiving. */
  readonly isConfirmed?: true;
};

/**
 * Archives or restores a record. A refusal says why this isn't possible, such as how many records use it. Its messages
 * are the feature's `steps.<action>`.
 */
export function ArchiveButton<T extends RecordTypes, Action extends string>(props: ArchiveButtonProps<T, Action>) {
  const { screens, lifecycle, operation, record, isConfirmed } = props;
  const t = useMessagesOfAny(screens.record.description.name);
  const language = useLanguage();
  const can = useCan();
  const toast = useToast();
  const confirm = useConfirm();
  const change = useWrite(operation, { refreshes: refreshesOf(screens.calls) });
  const [transition] = lifecycle.from(record);
  if (!can(operation) || transition === undefined) return null;
  const { action, to } = transition;
  const name = screens.nameOf(record, language);
  const textFor = (part: string) => t(`steps.${action}.${part}`, { name });
  const handleClick = async () => {
    const question = { title: textFor("title"), text: textFor("text"), confirmLabel: textFor("confirm") };
    if (isConfirmed && to === "archived" && !(await confirm(question))) return;
    change.mutate(
      { id: record.id, version: record.version, to },
      {
        onSuccess: () => toast({ text: textFor("done") }),
        onError: (error) => toast({ variant: "error", text: textOf(error) }),
      },
    );
  };
  const Icon = to === "archived" ? IconArchive : IconArrowBackUp;
  return (
    <Button
      variant="default"
      loading={change.isPending}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      onClick={() => void handleClick()}
    >
      {textFor("button")}
    </Button>
  );
}
