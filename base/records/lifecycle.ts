import { fullDecisionRights, type DecisionRights, decisionBlockersOf } from "#base/decisions.ts";
import type { EventType } from "#base/eventTypes.ts";

/** From one status to another. A status alone is a transition without further options. */
export interface Transition<Status extends string> {
  readonly to: Status;
  /** Users must enter a reason. */
  readonly needsReason?: true;
  /** The domain event that other areas listen to. */
  readonly event?: EventType;
  /** Other areas depend on it, so users confirm its impact first. */
  readonly hasImpact?: true;
  /** Decides about a record that was submitted. To `approve` it takes another person than the one who submitted it. */
  readonly decision?: "approve" | "reject";
  /** A suspension that only users with the permission to lift it can end, if one of them placed it. */
  readonly canLock?: true;
  /**
   * A bulk run of it can be undone (docs/decisions/0105): it decides nothing, sends no event, and no other area depends on
   * it.
   */
  readonly canUndo?: true;
}

/** A transition from the record's current status, and what blocks it. */
export interface PossibleTransition<Status extends string, Action extends string> extends Transition<Status> {
  readonly action: Action;
  readonly blockers: readonly string[];
}

type WithStatus<Rec, Status> = Rec & { readonly status: Status; readonly isStatusLocked?: boolean };

export interface Lifecycle<Status extends string, Action extends string, Rec> {
  readonly statuses: readonly [Status, ...Status[]];
  /** The transitions out of the status that a record has, for a user with this standing. */
  readonly from: (
    record: WithStatus<Rec, Status>,
    standing?: DecisionRights,
  ) => readonly PossibleTransition<Status, Action>[];
  /** Null where the status cannot follow. */
  readonly find: (
    record: WithStatus<Rec, Status>,
    to: Status,
    standing?: DecisionRights,
  ) => PossibleTransition<Status, Action> | null;
  /** The transitions to this status from any other. */
  readonly into: (to: Status) => readonly (Transition<Status> & { readonly action: Action })[];
  /** The action that leads to a status; also while a record that already has it is still shown as it was. */
  readonly actionTo: (record: WithStatus<Rec, Status>, to: Status) => Action;
  /** Whether a record with this status waits for a decision. */
  readonly isSubmitted: (status: Status) => boolean;
  /** Whether a transition to this status is shown with its impact before it is confirmed. */
  readonly hasImpact: (to: Status) => boolean;
  /** What a record still lacks for a status, whether or not a transition leads there. */
  readonly missingFor: (record: WithStatus<Rec, Status>, to: Status) => readonly string[];
  /** Whether each transition to this status declares that it can be undone. */
  readonly canUndo: (to: Status) => boolean;
}

type FinalPart = "event" | "hasImpact" | "decision" | "canLock";
/** Others have acted on a transition with one of these, so its type does not let it be undone. */
type Target<Status extends string> =
  | Status
  | (Transition<Status> & { readonly canUndo?: never })
  | (Transition<Status> & { readonly canUndo: true } & { readonly [Name in FinalPart]?: never });

/** Describes statuses and the transitions between them. New records have the first status. */
export const lifecycle =
  <Rec = object>({
    blockers = () => [],
  }: {
    readonly blockers?: (record: Rec, to: string) => readonly string[];
  } = {}) =>
  <Status extends string, Action extends string>(
    table: {
      readonly [From in Status]: { readonly [Name in Action]?: Target<NoInfer<Status>> };
    },
  ): Lifecycle<Status, Action, Rec> => {
    const transitionsOf = (status: Status): (Transition<Status> & { readonly action: Action })[] =>
      (Object.entries(table[status]) as [Action, Target<Status>][]).map(([action, target]) => ({
        ...(typeof target === "string" ? { to: target } : target),
        action,
      }));
    const statuses = Object.keys(table) as [Status, ...Status[]];
    const from: Lifecycle<Status, Action, Rec>["from"] = (record, standing = fullDecisionRights) =>
      transitionsOf(record.status).map((each) => {
        const isDecision = each.decision !== undefined;
        const isApproval = each.decision === "approve";
        const facts = { isDecision, isApproval, isLocked: record.isStatusLocked === true };
        return { ...each, blockers: [...blockers(record, each.to), ...decisionBlockersOf(standing, facts)] };
      });
    const into = (to: Status) => statuses.flatMap(transitionsOf).filter((each) => each.to === to);
    const find: Lifecycle<Status, Action, Rec>["find"] = (record, to, standing) =>
      from(record, standing).find((each) => each.to === to) ?? null;
    return {
      statuses,
      from,
      find,
      into,
      actionTo: (record, to) => (find(record, to) ?? into(to)[0]!).action,
      isSubmitted: (status) => transitionsOf(status).some(({ decision }) => decision !== undefined),
      hasImpact: (to) => into(to).some((each) => each.hasImpact === true),
      missingFor: blockers,
      canUndo: (to) => into(to).length > 0 && into(to).every(({ canUndo }) => canUndo === true),
    };
  };
