import type { RecordTypes } from "#base/records/types.ts";
import { ActivityPanel } from "#web/record/ActivityPanel.tsx";
import { useFieldFormatters } from "#web/records/fieldFormat.ts";
import type { RecordScreens } from "#web/records/recordScreens.ts";
import { useMessagesOfAny } from "#web/useMessages.ts";

export type RecordActivityProps<T extends RecordTypes> = {
  readonly screens: RecordScreens<T>;
  readonly record: T["record"];
  /** Only the latest changes, with a link to all of them. */
  readonly onAll?: () => void;
};

/** Who changed this record, with its fields as its forms name them. */
export function RecordActivity<T extends RecordTypes>({ screens, record, ...panel }: RecordActivityProps<T>) {
  const t = useMessagesOfAny(screens.record.description.name);
  const texts = useFieldFormatters(screens, record);
  return <ActivityPanel operation={screens.calls.activity} id={record.id} texts={texts} t={t} {...panel} />;
}
