import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Operation } from "#base/contract.ts";
import type { Translate } from "#web/messageKeys.ts";
import type { ActionDialogProps } from "#web/record/actionDialog.ts";
import { MoreActions } from "#web/record/MoreActions.tsx";
import { type Step, TransitionButtons, type TransitionKey } from "#web/record/TransitionButtons.tsx";
import { useRecordActions } from "#web/record/useRecordActions.ts";
import type { IconCheck } from "#web/ui/icons.ts";

const StepDialog = lazy(() => import("#web/record/StepDialog.tsx").then((module) => ({ default: module.StepDialog })));

type RecordActionButtonsProps<Taken extends Step, Verb extends string> = {
  readonly record: { readonly id: string; readonly version: number; readonly allowedTransitions: readonly Taken[] };
  readonly named: string;
  /** Path of the list of these records. */
  readonly path: `/${string}`;
  /** The feature's messages: `steps.<verb>`, `blockers`, `rowLinks.duplicate`. */
  readonly t: Translate<TransitionKey<Verb> | `blockers.${Taken["blockers"][number]}` | "rowLinks.duplicate">;
  readonly verbOf: (to: Taken["to"]) => Verb;
  readonly icons: Readonly<Record<Verb, typeof IconCheck>>;
  /** Transitions towards publication: shown as the primary action. */
  readonly leading: ReadonlySet<Verb>;
  readonly operations: { readonly changeStatus: Operation; readonly create: Operation; readonly remove?: Operation };
  /** Queries to read again: the list, its counts, the record and what else a transition changes. */
  readonly refreshes: readonly [Operation, Operation, ...Operation[]];
  readonly reasonMax: number;
  /** An irreversible transition, offered where a record can't be deleted. */
  readonly final?: Taken["to"];
  /**
   * Transitions that affect other areas: the operation that previews the impact, and a custom dialog where more than a
   * reason is needed.
   */
  readonly withImpact: {
    /** Takes `id` and `to`, returns an `Impact`. */
    readonly preview: Operation;
    readonly hasImpact: (step: Taken) => boolean;
    readonly renderDialog?: (step: Taken, requested: ActionDialogProps) => ReactNode | null;
  };
};

/** The actions for a record: its next transitions as buttons, rare actions in a menu. */
export function RecordActionButtons<Taken extends Step, Verb extends string>(
  props: RecordActionButtonsProps<Taken, Verb>,
) {
  const { record, named, path, t, verbOf, icons, leading, operations, refreshes, reasonMax, final, withImpact } = props;
  const [asked, setAsked] = useState<Taken | null>(null);
  const { take, remove, pendingTo, error } = useRecordActions({
    record,
    named,
    path,
    t,
    verbOf,
    change: operations.changeStatus,
    remove: operations.remove,
    refreshes,
    preview: withImpact.preview,
    instead: record.allowedTransitions.find(({ to, isAllowed }) => to === final && isAllowed),
    onInstead: setAsked,
  });
  const handleStep = (step: Taken) => {
    if (step.needsReason || withImpact.hasImpact(step)) setAsked(step);
    else void take({ to: step.to });
  };
  const renderDialog = (step: Taken, asking: ActionDialogProps) =>
    withImpact.renderDialog?.(step, asking) ?? (
      <StepDialog
        {...{ record, named, step, t, reasonMax }}
        {...asking}
        verb={verbOf(step.to)}
        button={t(`steps.${verbOf(step.to)}.button`)}
        isDangerous={step.to === final}
        preview={withImpact.hasImpact(step) ? withImpact.preview : null}
      />
    );
  return (
    <>
      <TransitionButtons
        operation={operations.changeStatus}
        steps={record.allowedTransitions}
        verbOf={verbOf}
        icons={icons}
        leading={leading}
        t={t}
        pendingTo={pendingTo}
        onStep={handleStep}
      />
      <MoreActions
        id={record.id}
        path={path}
        t={t}
        create={operations.create}
        remove={operations.remove}
        onRemove={() => void remove()}
      />
      <Suspense>
        {asked &&
          renderDialog(asked, {
            isPending: pendingTo !== null,
            error,
            onConfirm: (how) => void take({ to: asked.to, ...how }).then((isDone) => isDone && setAsked(null)),
            onClose: () => setAsked(null),
          })}
      </Suspense>
    </>
  );
}
