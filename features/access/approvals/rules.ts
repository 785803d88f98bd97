import { dayMs } from "#base/time.ts";
import type { ApprovalState, Decision } from "#features/access/approvals/contract.ts";

/** So long a request waits. Whoever still wants the change asks again. */
export const waitingMs = 14 * dayMs;

const states = { approve: "approved", ask_changes: "changes_requested", reject: "rejected" } as const;

/** So long others who approve changes can object, where nobody else could be the second person. */
export const objectionMs = dayMs;

/** So long an account approves nothing after its sign-in or its rights were changed (docs/decisions/0048). */
export const approvalPauseMs = dayMs;

/** What a request becomes by a decision. */
export const stateAfter = (decision: Decision) => states[decision] satisfies ApprovalState;

/** Whoever is turned down is told why. */
export const needsComment = (decision: Decision): boolean => decision !== "approve";

/** Whose requests are called by the change whose rule they are about: `roles.update`. People know it by its words. */
export const ruleResource = "approvalRules";

type Title = { readonly en: string; readonly ar: string };

/** Every change that can wait for a second person, in words: on its own list, on Home, and in the letters about it. */
const changeTitles: Readonly<Record<string, Title>> = {
  "approvals.changeRule": { en: "Change when approval is needed", ar: "تغيير قاعدة الموافقة" },
  "categories.merge": { en: "Merge a category and drop halal requirements", ar: "دمج فئة مع إسقاط اشتراطات حلال" },
  "categories.move": { en: "Move a category and drop halal requirements", ar: "نقل فئة مع إسقاط اشتراطات حلال" },
  "categories.update": { en: "Take halal requirements from a category", ar: "إسقاط اشتراطات حلال عن فئة" },
  "products.update": { en: "Take halal requirements from a product", ar: "إسقاط اشتراطات حلال عن منتج" },
  "retailerTypes.update": { en: "Ask less of a type of retailers", ar: "تقليل اشتراطات نوع من المتاجر" },
  "retailers.settle": { en: "Change where a retailer is paid to", ar: "تغيير الحساب الذي يُدفع إليه لمتجر" },
  "roles.create": { en: "Make a role that can do harm", ar: "إنشاء دور يمكن أن يُحدث ضررًا" },
  "roles.update": { en: "Change what a role may do", ar: "تغيير صلاحيات دور" },
  "users.approve": { en: "Let somebody in with rights", ar: "قبول شخص مع صلاحيات" },
  "users.changeRights": { en: "Give rights to a person", ar: "منح صلاحيات لشخص" },
  "users.changeStatus": { en: "Disable or enable an approver", ar: "تعطيل حساب من يوافق على التغييرات أو تفعيله" },
  "users.invite": { en: "Invite somebody with rights", ar: "دعوة شخص مع صلاحيات" },
  "users.replaceEmail": { en: "Replace an email address", ar: "استبدال بريد إلكتروني" },
  "users.resendInvitation": { en: "Create a new invitation link", ar: "إنشاء رابط دعوة جديد" },
  "users.resetFactors": { en: "Reset second factors", ar: "إعادة ضبط المصادقة الثنائية" },
  "users.update": { en: "Change the email address of an approver", ar: "تغيير بريد من يوافق على التغييرات" },
};
export const titledChanges = Object.keys(changeTitles);

/** `language` is one of the screens', or whatever a person has chosen for letters. */
export const changeTitle = (action: string, language: string): string =>
  changeTitles[action]?.[language === "ar" ? "ar" : "en"] ?? action;

/** What a request is about: the record by its name, or the kind of change whose rule it is. */
export const requestTitle = (
  { resource, title }: { readonly resource: string; readonly title: string },
  language: string,
): string => (resource === ruleResource ? changeTitle(title, language) : title);
