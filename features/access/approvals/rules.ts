import { dayMs } from "#base/time.ts";
import type { ApprovalState, Decision } from "#features/access/approvals/contract.ts";

/** How long a request waits. After that it must be requested again. */
export const waitingMs = 14 * dayMs;

const states = { approve: "approved", ask_changes: "changes_requested", reject: "rejected" } as const;

/** How long other approvers can object, if no other user could be the second one. */
export const objectionMs = dayMs;

/** How long an account can't approve after its sign-in or its permissions changed (docs/decisions/0048). */
export const approvalPauseMs = dayMs;

/** The state of a request after each decision. */
export const stateAfter = (decision: Decision) => states[decision] satisfies ApprovalState;

/** The requester sees the reason of a rejection. */
export const needsComment = (decision: Decision): boolean => decision !== "approve";

/** Requests with this resource have the name of a change as their title: `roles.update`. It is displayed as text. */
export const ruleResource = "approvalRules";

type Title = { readonly en: string; readonly ar: string };

/** The names of all changes that can need approval: for their list, Home, and the emails about them. */
const changeTitles: Readonly<Record<string, Title>> = {
  "approvals.changeRule": { en: "Change an approval rule", ar: "تغيير قاعدة الموافقة" },
  "categories.merge": { en: "Merge a category and remove halal requirements", ar: "دمج فئة مع إسقاط اشتراطات حلال" },
  "categories.move": { en: "Move a category and remove halal requirements", ar: "نقل فئة مع إسقاط اشتراطات حلال" },
  "categories.update": { en: "Remove halal requirements from a category", ar: "إسقاط اشتراطات حلال عن فئة" },
  "products.update": { en: "Remove halal requirements from a product", ar: "إسقاط اشتراطات حلال عن منتج" },
  "retailerTypes.update": { en: "Reduce the requirements of a retailer type", ar: "تقليل اشتراطات نوع من المتاجر" },
  "retailers.settle": { en: "Change a retailer’s payout account", ar: "تغيير حساب الدفع لمتجر" },
  "roles.create": { en: "Create a high-risk role", ar: "إنشاء دور عالي الخطورة" },
  "roles.update": { en: "Change a role’s permissions", ar: "تغيير صلاحيات دور" },
  "users.approve": { en: "Approve a user with roles", ar: "الموافقة على مستخدم مع أدوار" },
  "users.changeRights": { en: "Change a user’s roles", ar: "تغيير أدوار مستخدم" },
  "users.changeStatus": { en: "Disable or enable an approver", ar: "تعطيل حساب من يوافق على التغييرات أو تفعيله" },
  "users.invite": { en: "Invite a user with roles", ar: "دعوة مستخدم مع أدوار" },
  "users.replaceEmail": { en: "Replace a user’s email", ar: "استبدال بريد إلكتروني" },
  "users.resendInvitation": { en: "Create a new invitation link", ar: "إنشاء رابط دعوة جديد" },
  "users.resetFactors": { en: "Reset two-factor authentication", ar: "إعادة ضبط المصادقة الثنائية" },
  "users.update": { en: "Change an approver’s email", ar: "تغيير بريد من يوافق على التغييرات" },
};
export const titledChanges = Object.keys(changeTitles);

/** `language` is one of the screens', or any that a user has selected for emails. */
export const changeTitle = (action: string, language: string): string =>
  changeTitles[action]?.[language === "ar" ? "ar" : "en"] ?? action;

/** The subject of a request: the record's name, or the kind of change whose rule it changes. */
export const requestTitle = (
  { resource, title }: { readonly resource: string; readonly title: string },
  language: string,
): string => (resource === ruleResource ? changeTitle(title, language) : title);
