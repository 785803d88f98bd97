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
}

/** A transition from the record's current status, and what blocks it. */
export interface PossibleTransition<Status extends string, Action extends string> extends Transition<Status> {
  readonly action: Action;
  readonly blockers: readonly string[];
}

type WithStatus<Rec, Status> = Rec & { readonly status: Status };

export interface Lifecycle<Status extends string, Action extends string, Rec> {
  readonly statuses: readonly [Status, ...Status[]];
  /** The transitions from the record's current status. */
  readonly from: (record: WithStatus<Rec, Status>) => readonly PossibleTransition<Status, Action>[];
  /** Null if this status cannot follow. */
  readonly find: (record: WithStatus<Rec, Status>, to: Status) => PossibleTransition<Status, Action> | null;
  /** Whether users confirm the impact before a transition to this status. */
  readonly hasImpact: (to: Status) => boolean;
}

type Target<Status extends string> = Status | Transition<Status>;

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
    const from: Lifecycle<Status, Action, Rec>["from"] = (record) =>
      transitionsOf(record.status).map((each) => ({ ...each, blockers: blockers(record, each.to) }));
    return {
      statuses,
      from,
      find: (record, to) => from(record).find((each) => each.to === to) ?? null,
      hasImpact: (to) => statuses.flatMap(transitionsOf).some((each) => each.to === to && each.hasImpact === true),
    };
  };
