import type { Permission } from "#base/contract.ts";

/**
 * Decisions that need more than the permission to update a record: fields about money, risk and the record's rules, and
 * transitions that approve or suspend. Each names a permission that is required besides the operation's.
 *
 * A feature declares them in its contract. The kernel enforces them where a change is recorded, so that forms, bulk
 * actions and imports follow the same rules (docs/decisions/0050).
 */
export type Decisions = {
  /** The name in its permissions and audit entries: `brands`. */
  readonly resource: string;
  readonly fields: Readonly<Record<string, Permission>>;
  /** Fields that need the permission only once the record is decided. Until then they are part of what is decided. */
  readonly fieldsOnceDecided?: Readonly<Record<string, Permission>>;
  /** The statuses in which these are free. */
  readonly undecided?: readonly string[];
  /** By the action of the audit entry: `approve`. */
  readonly transitions: Readonly<Record<string, Permission>>;
  /**
   * Lifts a suspension that a user with this permission placed. Users without it can lift only those placed without it.
   */
  readonly lift?: Permission;
};

/** Every permission that these decisions require. */
export const decidingPermissions = (...all: readonly Decisions[]): Permission[] => [
  ...new Set(
    all.flatMap(({ fields, fieldsOnceDecided = {}, transitions, lift = [] }) => [
      ...[fields, fieldsOnceDecided, transitions].flatMap((each) => Object.values(each)),
      ...[lift].flat(),
    ]),
  ),
];

/** What the caller may decide about one record. */
export type DecisionRights = {
  readonly mayApprove: boolean;
  /** May lift what a user with the deciding permission has placed. */
  readonly mayLift: boolean;
  /** The caller submitted it, and another user could approve it. */
  readonly needsSecondPerson: boolean;
};

/** For callers that may decide everything, such as sample data and jobs. */
export const fullDecisionRights: DecisionRights = { mayApprove: true, mayLift: true, needsSecondPerson: false };

export const decisionBlockers = ["approval_not_permitted", "second_person", "status_locked"] as const;
export type DecisionBlocker = (typeof decisionBlockers)[number];

/** What blocks this caller, apart from what the record itself still lacks. */
export function decisionBlockersOf(
  { mayApprove, mayLift, needsSecondPerson }: DecisionRights,
  { isDecision, isApproval, isLocked }: { isDecision: boolean; isApproval: boolean; isLocked: boolean },
): DecisionBlocker[] {
  const blockers: DecisionBlocker[] = [];
  if (isDecision && !mayApprove) blockers.push("approval_not_permitted");
  else if (isApproval && needsSecondPerson) blockers.push("second_person");
  if (isLocked && !mayLift) blockers.push("status_locked");
  return blockers;
}
