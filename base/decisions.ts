import type { Permission } from "#base/contract.ts";

/**
 * What somebody who may update a record does not decide by that alone: fields about money, risk and the rules that a record
 * comes under, and transitions that approve or suspend. Each names a permission that is needed besides the operation's.
 *
 * A feature declares it in its contract. The kernel enforces it where a change is recorded, so that a form, a bulk action and
 * an import are held to the same (docs/decisions/0050).
 */
export type Decisions = {
  /** As in its permissions and its audit entries: `brands`. */
  readonly resource: string;
  readonly fields: Readonly<Record<string, Permission>>;
  /** Fields that are free until somebody has decided about the record: until then they are part of what is decided about. */
  readonly fieldsOnceDecided?: Readonly<Record<string, Permission>>;
  /** The statuses in which those are free. */
  readonly undecided?: readonly string[];
  /** By the action of the audit entry: `approve`. */
  readonly transitions: Readonly<Record<string, Permission>>;
  /** Lifts a suspension that somebody who has this placed. Whoever lacks it lifts only those that others like them placed. */
  readonly lift?: Permission;
};

/** Every permission that some of these ask for. */
export const decidingPermissions = (...all: readonly Decisions[]): Permission[] => [
  ...new Set(
    all.flatMap(({ fields, fieldsOnceDecided = {}, transitions, lift = [] }) => [
      ...[fields, fieldsOnceDecided, transitions].flatMap((each) => Object.values(each)),
      ...[lift].flat(),
    ]),
  ),
];

/** What the caller may decide about one record. */
export type Standing = {
  readonly mayApprove: boolean;
  /** May lift what somebody with the deciding permission has placed. */
  readonly mayLift: boolean;
  /** Submitted it, and somebody else is there who could approve it. */
  readonly needsSecondPerson: boolean;
};

/** Of whoever decides everything, such as sample data and jobs. */
export const fullStanding: Standing = { mayApprove: true, mayLift: true, needsSecondPerson: false };

export const standingBlockers = ["approval_not_permitted", "second_person", "status_locked"] as const;
export type StandingBlocker = (typeof standingBlockers)[number];

/** What stands in the caller's way, whatever the record itself still lacks. */
export function standingBlockersOf(
  { mayApprove, mayLift, needsSecondPerson }: Standing,
  { isDecision, isApproval, isLocked }: { isDecision: boolean; isApproval: boolean; isLocked: boolean },
): StandingBlocker[] {
  const blockers: StandingBlocker[] = [];
  if (isDecision && !mayApprove) blockers.push("approval_not_permitted");
  else if (isApproval && needsSecondPerson) blockers.push("second_person");
  if (isLocked && !mayLift) blockers.push("status_locked");
  return blockers;
}
