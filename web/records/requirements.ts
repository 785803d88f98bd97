import type { Lifecycle } from "#base/records/lifecycle.ts";

/** Where a requirement is met: fields of the form, or another part of the page. */
type RequirementPlace<Values, Rec> =
  | {
      readonly fields: readonly (keyof Values & string)[];
      /** One of them is enough. */
      readonly isOneOf?: true;
    }
  | { linkOf(record: Rec): { readonly to: string; readonly search?: Readonly<Record<string, string>> } };

/** What a draft must have before it is submitted. The text of each is `requirements.<blocker>` of the feature's messages. */
export interface Requirements<Values, Rec> {
  /** What these values need and what of it they lack, by the rules of the transition; null if it is not the next one. */
  of(values: Values, record: Rec | null): RequirementState | null;
  readonly places: Readonly<Record<string, RequirementPlace<Values, Rec>>>;
}

interface RequirementState {
  readonly all: readonly string[];
  readonly missing: ReadonlySet<string>;
}

type Submission<Values, Rec, Status extends string, Facts> = {
  /** The status that the transition leads to. */
  readonly to: Status;
  readonly statusOf: (record: Rec) => Status;
  /** What the rules ask about. `record` is null while it is not created yet. */
  readonly factsOf: (values: Values, record: Rec | null) => Facts;
  /** The same facts where nothing is filled in. */
  readonly bare: Partial<Facts>;
  readonly places: Requirements<Values, Rec>["places"];
};

/**
 * The requirements of a transition, from the rules that block it: those that block a bare record are all of them, those
 * that block the values are missing.
 */
export function submitRequirements<Values, Rec, Status extends string, Facts>(
  lifecycle: Lifecycle<Status, string, Facts>,
  { to, statusOf, factsOf, bare, places }: Submission<Values, Rec, Status, Facts>,
): Requirements<Values, Rec> {
  return {
    places,
    of: (values, record) => {
      const status = record === null ? lifecycle.statuses[0] : statusOf(record);
      const facts = factsOf(values, record);
      const bareStep = lifecycle.find({ ...facts, ...bare, status }, to);
      const step = lifecycle.find({ ...facts, status }, to);
      if (bareStep === null || step === null) return null;
      return { all: bareStep.blockers, missing: new Set(step.blockers) };
    },
  };
}
