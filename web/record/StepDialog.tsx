import type { Operation } from "#base/contract.ts";
import type { Translate } from "#web/messageKeys.ts";
import type { ActionDialogProps } from "#web/record/actionDialog.ts";
import { ImpactActionDialog } from "#web/record/ImpactActionDialog.tsx";
import { ReasonDialog } from "#web/record/ReasonDialog.tsx";
import type { Step } from "#web/record/TransitionButtons.tsx";

type StepDialogProps = ActionDialogProps & {
  readonly record: { readonly id: string; readonly version: number };
  readonly named: string;
  readonly step: Step;
  readonly verb: string;
  /** The label of the button that opened the dialog. Also the dialog's title, if the verb has none of its own. */
  readonly button: string;
  /** The feature's messages: `title`, `text` and `confirm` under `steps.<verb>`. */
  readonly t: Translate<never>;
  readonly reasonMax: number;
  readonly isDangerous: boolean;
  /** Takes `id` and `to`, returns an `Impact`; null for a transition without impact. */
  readonly preview: Operation | null;
};

/** Confirms a transition: asks for the reason, and shows the impact if other areas are affected. */
export function StepDialog(props: StepDialogProps) {
  const { record, named, step, verb, button, t, reasonMax, preview, onConfirm, ...shown } = props;
  const texts = {
    title: t(`steps.${verb}.title`, { name: named, defaultValue: button }),
    text: t(`steps.${verb}.text`, { defaultValue: "" }),
    confirmLabel: t(`steps.${verb}.confirm`, { defaultValue: button }),
    reasonMax: step.needsReason ? reasonMax : 0,
    ...shown,
  };
  if (preview === null) return <ReasonDialog {...texts} onConfirm={(reason) => onConfirm({ reason })} />;
  const input = { id: record.id, to: step.to };
  return (
    <ImpactActionDialog {...texts} preview={preview} input={input} version={record.version} onConfirm={onConfirm} />
  );
}
