import { Button } from "@mantine/core";
import type { Operation } from "#base/contract.ts";
import type { Translate } from "#web/messageKeys.ts";
import { useInertAtFirst } from "#web/record/useInertAtFirst.ts";
import { useCan } from "#web/session.tsx";
import type { IconCheck } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";

/** A transition of a record, and what blocks it. */
export type Step = {
  readonly to: string;
  readonly isAllowed: boolean;
  readonly needsReason: boolean;
  readonly blockers: readonly string[];
};

/** The messages that every verb has. A verb with a dialog also has `title`, `text` and `confirm`. */
export type TransitionKey<Verb extends string> = `steps.${Verb}.${"button" | "done"}`;

type TransitionButtonsProps<Taken extends Step, Verb extends string> = {
  /** Runs the transition. */
  readonly operation: Operation;
  readonly steps: readonly Taken[];
  readonly verbOf: (to: Taken["to"]) => Verb;
  readonly icons: Readonly<Record<Verb, typeof IconCheck>>;
  /** Transitions towards publication: the primary action, shown last. */
  readonly leading: ReadonlySet<Verb>;
  /** The feature's messages: `steps.<verb>.button`, `blockers.<blocker>`. */
  readonly t: Translate<TransitionKey<Verb> | `blockers.${Taken["blockers"][number]}`>;
  /** Target status of the transition in progress. */
  readonly pendingTo: string | null;
  readonly onStep: (step: Taken) => void;
};

/** The transitions of a record as buttons; what blocks one is shown on hover, focus or press. */
export function TransitionButtons<Taken extends Step, Verb extends string>(props: TransitionButtonsProps<Taken, Verb>) {
  const { operation, steps, verbOf, icons, leading, t, pendingTo, onStep } = props;
  const can = useCan();
  const toast = useToast();
  const isInert = useInertAtFirst();
  if (!can(operation)) return null;
  const leads = (step: Taken) => leading.has(verbOf(step.to));
  return [...steps]
    .sort((one, other) => Number(leads(one)) - Number(leads(other)))
    .map((step) => {
      const Icon: typeof IconCheck = icons[verbOf(step.to)];
      const obstacles = step.blockers.map((blocker) => t(`blockers.${blocker}`)).join(" · ");
      return (
        <Button
          key={step.to}
          variant={leads(step) ? "filled" : "default"}
          // Not `disabled`: a disabled button reacts to neither Tab nor touch, so it could not show the blocker.
          {...(step.isAllowed ? {} : { "data-disabled": true })}
          aria-disabled={!step.isAllowed || (isInert && leads(step))}
          title={obstacles}
          loading={pendingTo === step.to}
          leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
          onClick={() => {
            if (!step.isAllowed) toast({ variant: "info", text: obstacles });
            else if (!isInert || !leads(step)) onStep(step);
          }}
        >
          {t(`steps.${verbOf(step.to)}.button`)}
        </Button>
      );
    });
}
