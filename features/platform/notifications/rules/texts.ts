import { arabicForm, isolated } from "#base/emailText.ts";
import type { NotificationKind } from "#base/notifications.ts";
import { changeTitle } from "#features/access/approvals/rules.ts";
import { resourceTitle } from "#features/access/permissions/rules.ts";

/** What a text needs of a notification. */
export type NotificationFacts = {
  readonly kind: NotificationKind;
  readonly resource: string;
  readonly resourceId: string | null;
  readonly title: string | null;
  readonly actorName: string | null;
  readonly times: number;
  readonly payload: Readonly<Record<string, string | number>>;
};

/** A notification in one sentence, the same on screens and in emails. `language` is any that a user has selected. */
export function notificationText(facts: NotificationFacts, language: string): string {
  const isArabic = language === "ar";
  const named = (text: string) => (isArabic ? isolated(text) : text);
  const { kind, resource, resourceId, times, payload } = facts;
  const values: Values = {
    actor: named(facts.actorName ?? (isArabic ? "أحد المستخدمين" : "A user")),
    hasActor: facts.actorName !== null,
    title: named(facts.title ?? resourceTitle(resource, language)),
    records: named(resourceTitle(String(payload.of ?? resource), language)),
    change: named(changeTitle(String(payload.action ?? ""), language)),
    // Several records: the number is that of the records.
    count: resourceId === null ? times : 1,
    payload,
  };
  return (isArabic ? arabic : english)[kind](values);
}

type Values = Readonly<Record<"actor" | "title" | "records" | "change", string>> & {
  readonly hasActor: boolean;
  readonly count: number;
  readonly payload: NotificationFacts["payload"];
};
type Texts = Readonly<Record<NotificationKind, (values: Values) => string>>;

const choice = (texts: Readonly<Record<string, string>>, value: string | number | undefined, otherwise: string) =>
  texts[String(value)] ?? otherwise;

const english: Texts = {
  approvalRequested: ({ actor, change }) => `${actor} requests your approval: ${change}`,
  approvalDecided: ({ change, payload }) => {
    const outcome = choice(
      {
        approved: "was approved and applied",
        changes_requested: "needs changes",
        rejected: "was rejected",
        stale: "couldn’t be applied, because the record changed",
        expired: "expired without a decision",
      },
      payload.state,
      "was decided",
    );
    return `Your request ${outcome}: ${change}`;
  },
  certificateAssigned: ({ actor, title, count }) =>
    count === 1 ? `${actor} assigned a certificate of ${title} to you` : `${count} certificates were assigned to you`,
  certificateDecided: ({ title, payload }) => {
    const outcome = choice(
      { verified: "was verified", changes_requested: "needs changes", rejected: "was rejected" },
      payload.state,
      "was decided",
    );
    return `Your certificate of ${title} ${outcome}`;
  },
  certificateExpiring: ({ title, count, payload }) => {
    const isOver = payload.event === "expired";
    if (count === 1) return isOver ? `A certificate of ${title} has expired` : `A certificate of ${title} expires soon`;
    return isOver ? `${count} of your certificates have expired` : `${count} of your certificates expire soon`;
  },
  importFinished: ({ records, payload }) =>
    payload.state === "failed"
      ? `Your import couldn’t be completed: ${records}`
      : `Your import is complete: ${records}`,
  exportFinished: ({ records, payload }) =>
    payload.state === "failed" ? `Your export couldn’t be completed: ${records}` : `Your export is ready: ${records}`,
  bulkFinished: ({ records, payload }) => {
    const what = payload.isUndo === 1 ? "The undo of your bulk change" : "Your bulk change";
    return payload.state === "failed" ? `${what} couldn’t be completed: ${records}` : `${what} is complete: ${records}`;
  },
  payoutFailed: ({ count }) => (count === 1 ? "Payments of a payout failed" : "Payments of several payouts failed"),
  lowFunding: ({ title }) => `The funding of ${title} is low`,
  promocodeBudget: ({ title, payload }) => {
    if (payload.about === "products") return `No product of “${title}” has a valid certificate`;
    const used = Number(payload.percent) === 100 ? "used up" : `${payload.percent}% used`;
    return payload.about === "uses" ? `The uses of “${title}” are ${used}` : `The budget of “${title}” is ${used}`;
  },
  mention: ({ actor, title }) => `${actor} mentioned you: ${title}`,
  reminder: ({ title }) => `Reminder: ${title}`,
  watchedRecord: ({ actor, hasActor, title }) => (hasActor ? `${actor} changed ${title}` : `${title} changed`),
  security: ({ payload }) =>
    choice(
      {
        add_authenticator: "An authenticator app was set up for your account",
        remove_authenticator: "The authenticator app was removed from your account",
        add_passkey: "A passkey was added to your account",
        remove_passkey: "A passkey was removed from your account",
        use_recovery_code: "A recovery code was used to sign in to your account",
        renew_recovery_codes: "Your recovery codes were replaced",
        reset_factors: "An administrator reset your two-factor authentication",
        link_identity: "An external account was linked to your account",
        unlink_identity: "An external account was unlinked from your account",
      },
      payload.event,
      "The way you sign in has changed",
    ),
};

/** A number with a noun in the form that it asks for. The forms for one and two say the number themselves. */
const certificates = (count: number): string => {
  const form = arabicForm(count);
  if (form === "two") return "شهادتان";
  return `${count} ${{ one: "شهادة", few: "شهادات", many: "شهادة", other: "شهادة" }[form]}`;
};

const arabic: Texts = {
  approvalRequested: ({ actor, change }) => `طلب ${actor} موافقتك: ${change}`,
  approvalDecided: ({ change, payload }) => {
    const outcome = choice(
      {
        approved: "تمت الموافقة على طلبك ونُفّذ",
        changes_requested: "يحتاج طلبك إلى تعديلات",
        rejected: "رُفض طلبك",
        stale: "لم يُنفّذ طلبك لأن السجل تغيّر",
        expired: "انتهت مدة طلبك دون قرار",
      },
      payload.state,
      "صدر قرار في طلبك",
    );
    return `${outcome}: ${change}`;
  },
  certificateAssigned: ({ actor, title, count }) =>
    count === 1 ? `أسند ${actor} إليك شهادة ${title}` : `شهادات أُسندت إليك: ${certificates(count)}`,
  certificateDecided: ({ title, payload }) => {
    const outcome = choice(
      { verified: "وُثّقت شهادتك", changes_requested: "تحتاج شهادتك إلى تعديلات", rejected: "رُفضت شهادتك" },
      payload.state,
      "صدر قرار في شهادتك",
    );
    return `${outcome}: ${title}`;
  },
  certificateExpiring: ({ title, count, payload }) => {
    const isOver = payload.event === "expired";
    if (count === 1) return isOver ? `انتهت صلاحية شهادة ${title}` : `تنتهي صلاحية شهادة ${title} قريبًا`;
    const number = certificates(count);
    return isOver ? `شهادات انتهت صلاحيتها: ${number}` : `شهادات تنتهي صلاحيتها قريبًا: ${number}`;
  },
  importFinished: ({ records, payload }) =>
    payload.state === "failed" ? `تعذّر إكمال الاستيراد: ${records}` : `اكتمل الاستيراد: ${records}`,
  exportFinished: ({ records, payload }) =>
    payload.state === "failed" ? `تعذّر إكمال التصدير: ${records}` : `ملف التصدير جاهز: ${records}`,
  bulkFinished: ({ records, payload }) => {
    const what = payload.isUndo === 1 ? "التراجع عن التغيير الجماعي" : "التغيير الجماعي";
    return payload.state === "failed" ? `تعذّر إكمال ${what}: ${records}` : `اكتمل ${what}: ${records}`;
  },
  payoutFailed: ({ count }) => (count === 1 ? "تعذّر تنفيذ مدفوعات في دفعة صرف" : "تعذّر تنفيذ مدفوعات في عدة دفعات صرف"),
  lowFunding: ({ title }) => `تمويل ${title} منخفض`,
  promocodeBudget: ({ title, payload }) => {
    if (payload.about === "products") return `لا شهادة سارية لأي منتج في «${title}»`;
    const what = payload.about === "uses" ? "مرات استخدام" : "ميزانية";
    return Number(payload.percent) === 100
      ? `نفدت ${what} «${title}»`
      : `استُهلك ${isolated(`${payload.percent}%`)} من ${what} «${title}»`;
  },
  mention: ({ actor, title }) => `أشار ${actor} إليك: ${title}`,
  reminder: ({ title }) => `تذكير: ${title}`,
  watchedRecord: ({ actor, hasActor, title }) => (hasActor ? `أجرى ${actor} تغييرًا على ${title}` : `تغيّر ${title}`),
  security: ({ payload }) =>
    choice(
      {
        add_authenticator: "أُعدّ تطبيق مصادقة لحسابك",
        remove_authenticator: "أُزيل تطبيق المصادقة من حسابك",
        add_passkey: "أُضيف مفتاح مرور إلى حسابك",
        remove_passkey: "أُزيل مفتاح مرور من حسابك",
        use_recovery_code: "سُجّل الدخول إلى حسابك برمز استرداد",
        renew_recovery_codes: "استُبدلت رموز الاسترداد الخاصة بحسابك",
        reset_factors: "أعاد مسؤول النظام ضبط المصادقة الثنائية لحسابك",
        link_identity: "رُبط حساب خارجي بحسابك",
        unlink_identity: "أُلغي ربط حساب خارجي بحسابك",
      },
      payload.event,
      "تغيّرت طريقة تسجيل دخولك",
    ),
};
