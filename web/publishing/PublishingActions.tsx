import type { Operation } from "#base/contract.ts";
import {
  type PublishingAction,
  publishingLifecycle,
  publishingLimits,
  type PublishingStatus,
  type PublishingTransition,
} from "#base/publishedTexts.ts";
import { RecordActionButtons } from "#web/record/RecordActionButtons.tsx";
import { IconArchive, IconArrowBackUp, IconCheck, IconPencil, IconSend } from "#web/ui/icons.ts";
import { useMessages } from "#web/useMessages.ts";

const icons: Readonly<Record<PublishingAction, typeof IconCheck>> = {
  submit: IconSend,
  publish: IconCheck,
  return: IconArrowBackUp,
  revise: IconPencil,
  archive: IconArchive,
  reopen: IconArrowBackUp,
};
const leading: ReadonlySet<PublishingAction> = new Set(["submit", "publish", "revise"]);

type PublishingActionsProps = {
  readonly record: {
    readonly id: string;
    readonly version: number;
    readonly status: PublishingStatus;
    readonly allowedTransitions: readonly PublishingTransition[];
  };
  readonly named: string;
  /** Of the list. */
  readonly path: `/${string}`;
  readonly operations: Readonly<
    Record<"list" | "countByStatus" | "get" | "activity" | "changeStatus" | "create" | "editions", Operation>
  >;
  /** What readers see. */
  readonly read: Operation;
};

/** The transitions of a text: submit, publish, send back, revise, archive. */
export function PublishingActions({ record, named, path, operations, read }: PublishingActionsProps) {
  const t = useMessages("publishing");
  const { list, countByStatus, get, activity, changeStatus, create, editions } = operations;
  return (
    <RecordActionButtons
      {...{ record, named, path, t, icons, leading }}
      verbOf={(to) => publishingLifecycle.actionTo(record, to)}
      operations={{ changeStatus, create }}
      refreshes={[list, countByStatus, get, activity, editions, read]}
      reasonMax={publishingLimits.reasonMax}
      withImpact={{ preview: changeStatus, hasImpact: () => false }}
    />
  );
}
