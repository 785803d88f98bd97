import { Button } from "@mantine/core";
import type { Operation } from "#base/contract.ts";
import type { Translate } from "#web/messageKeys.ts";
import { useCan } from "#web/session.tsx";
import type { IconCheck } from "#web/ui/icons.ts";
import { useToast } from "#web/ui/toasts.ts";

/** A step in the life of a record, and what stands in its way. */
export type Step = {
  readonly to: string;
  readonly isAllowed: boolean;
  readonly needsReason: boolean;
  readonly blockers: readonly string[];
};

/** The messages that every verb has. A verb with a dialog also has `title`, `text` and `confirm`. */
export type StepKey<Verb extends string> = `steps.${Verb}.${"button" | "done"}`;

type StepButtonsProps<Taken extends Step, Verb extends string> = {
  /** What takes a step. */
  readonly operation: Operation;
  readonly steps: readonly Taken[];
  readonly verbOf: (to: Taken["to"]) => Verb;
  readonly icons: Readonly<Record<Verb, typeof IconCheck>>;
  /** What leads on to consumers: the main thing to do, and last. */
  readonly leading: ReadonlySet<Verb>;
  /** The feature's words: `steps.<verb>.button`, `blockers.<blocker>`. */
  readonly t: Translate<StepKey<Verb> | `blockers.${Taken["blockers"][number]}`>;
  /** Where a step that is under way leads. */
  readonly pendingTo: string | null;
  readonly onStep: (step: Taken) => void;
};

/** What may happen to a record now; what is in the way of a step is told where one points at it, reaches it or presses it. */
export function StepButtons<Taken extends Step, Verb extends string>(props: StepButtonsProps<Taken, Verb>) {
  const { operation, steps, verbOf, icons, leading, t, pendingTo, onStep } = props;
  const can = useCan();
  const toast = useToast();
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
          // Not `disabled`: neither Tab nor a finger gets an answer from such a button.
          {...(step.isAllowed ? {} : { "aria-disabled": true, "data-disabled": true })}
          title={obstacles}
          loading={pendingTo === step.to}
          leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
          onClick={() => (step.isAllowed ? onStep(step) : toast({ variant: "info", text: obstacles }))}
        >
          {t(`steps.${verbOf(step.to)}.button`)}
        </Button>
      );
    });
}
