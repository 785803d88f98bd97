import { emailKey } from "#base/emailAddress.ts";
import type { FieldError } from "#base/refusal.ts";

/**
 * The lifecycle of an account (diagram in README.md). `invited` has a link and no password yet, `pending` has
 * registered and waits for a decision, `erased` no longer identifies the user.
 */
export const userStatuses = ["invited", "pending", "active", "disabled", "erased"] as const;
export type UserStatus = (typeof userStatuses)[number];

/** The kind of principal that a user is (domain 1.12), in the order of the numbers on the wire: 1 to 6. */
export const userCategories = ["platform", "brand", "retailer", "reviewer", "finance", "read_only"] as const;
export type UserCategory = (typeof userCategories)[number];

export const userLanguages = ["en", "ar"] as const;
export type UserLanguage = (typeof userLanguages)[number];

export const userLimits = {
  nameMax: 160,
  reasonMax: 500,
  /** Granted or revoked in one change. */
  rolesMax: 50,
  scopesMax: 200,
  /** How long the link of an invitation works. */
  invitationDays: 3,
  /** Entries of the audit log in an export of one user's data, the latest first. */
  exportedEventsMax: 20_000,
} as const;

/** The number of a category on the wire, its `mt_category_id` (spec 000 §3). */
export const categoryNumber = (category: UserCategory): number => userCategories.indexOf(category) + 1;

export function categoryOf(number: number): UserCategory {
  const category = userCategories[number - 1];
  if (category === undefined) throw new Error(`there is no user category ${number}`);
  return category;
}

/** The actions on an account, by its status. Invited accounts are withdrawn, registered ones are declined. */
const actionsByStatus = {
  invited: ["resend", "withdraw", "erase"],
  pending: ["approve", "decline", "erase"],
  active: ["disable", "erase"],
  disabled: ["enable", "erase"],
  erased: [],
} as const satisfies Readonly<Record<UserStatus, readonly string[]>>;
export type UserAction = (typeof actionsByStatus)[UserStatus][number];

export const actionsOf = (status: UserStatus): readonly UserAction[] => actionsByStatus[status];
export const mayTake = (status: UserStatus, action: UserAction): boolean => actionsOf(status).includes(action);

/** Actions that users can't take on themselves, and that need at least the permissions of the target user. */
export const isClosedTo = ({ isOwn, holdsMore }: { isOwn: boolean; holdsMore: boolean }, action: UserAction): boolean =>
  isOwn || (holdsMore && action !== "decline");

/** Whether the text typed before an erasure is the user's address, compared as everywhere. */
export const confirmsErasure = (user: { email: string }, typed: string): boolean =>
  emailKey(typed) === emailKey(user.email);

/** A period that ends before it starts; used by the API and the form. `path` is the end that comes too early. */
export function periodErrors({ from, to }: { from: string | null; to: string | null }, path: string): FieldError[] {
  if (from === null || to === null || from < to) return [];
  return [{ path, code: "period_reversed", message: "The end date must be after the start date." }];
}
