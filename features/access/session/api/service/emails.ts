import { nameInEmail } from "#base/nameInEmail.ts";
import type { Instant } from "#base/time.ts";
import type { Email } from "#api/ports.ts";
import { resetLinkMinutes } from "#features/access/session/rules.ts";

/** The email with a link to set a new password, in the user's language. */
export function resetEmail({
  to,
  name,
  language,
  link,
}: {
  to: string;
  name: string;
  language: string;
  link: string;
}): Email {
  const plain = nameInEmail(name);
  return { to, ...(language === "ar" ? inArabic(plain, link) : inEnglish(plain, link)) };
}

const inEnglish = (name: string, link: string) => ({
  subject: "Reset your Mizan password",
  text: `Assalamu alaikum ${name},

We received a request to reset your password. To choose a new one, open this link:

${link}

The link works once and expires in ${resetLinkMinutes} minutes. Resetting your password signs you out on all devices. If you didn’t request this, ignore this email; your password won’t change.

Mizan`,
});

const inArabic = (name: string, link: string) => ({
  subject: "إعادة تعيين كلمة مرورك في ميزان",
  text: `السلام عليكم \u2068${name}\u2069،

تلقّينا طلبًا لإعادة تعيين كلمة مرور حسابك. افتح هذا الرابط لاختيار كلمة مرور جديدة:

${link}

يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد ${resetLinkMinutes} دقائق. إعادة تعيين كلمة المرور تُسجّل خروجك من جميع الأجهزة. إن لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة، ولن تتغيّر كلمة مرورك.

ميزان`,
});

/** A change of how a user signs in, by its name in the log. */
export type FactorEvent =
  | "add_authenticator"
  | "remove_authenticator"
  | "add_passkey"
  | "remove_passkey"
  | "use_recovery_code"
  | "renew_recovery_codes"
  | "reset_factors"
  | "link_identity"
  | "unlink_identity";

type SecurityEmail = {
  to: string;
  name: string;
  language: string;
  event: FactorEvent;
  at: Instant;
  /** The page where users see and change how they sign in. */
  link: string;
};

/** The email about a change of how a user signs in, in their language. */
export function securityEmail({ to, name, language, event, at, link }: SecurityEmail): Email {
  // In UTC, and labelled so: the reader's time zone is unknown.
  const when = `${at.slice(0, 16).replace("T", " ")} UTC`;
  const plain = nameInEmail(name);
  if (language === "ar")
    return { to, subject: "تنبيه أمني لحسابك في ميزان", text: arabicSecurity(plain, event, when, link) };
  return {
    to,
    subject: "Security alert for your Mizan account",
    text: englishSecurity(plain, event, when, link),
  };
}

const happenedInEnglish: Readonly<Record<FactorEvent, string>> = {
  add_authenticator: "An authenticator app was set up for your account",
  remove_authenticator: "The authenticator app was removed from your account",
  add_passkey: "A passkey was added to your account",
  remove_passkey: "A passkey was removed from your account",
  use_recovery_code: "A recovery code was used to sign in to your account",
  renew_recovery_codes: "New recovery codes were generated for your account. Your old codes no longer work",
  reset_factors: "An administrator reset your two-factor authentication and signed you out on all devices",
  link_identity: "An external account was linked to your Mizan account and can now be used to sign in",
  unlink_identity: "An external account was unlinked from your Mizan account",
};

const happenedInArabic: Readonly<Record<FactorEvent, string>> = {
  add_authenticator: "أُعدّ تطبيق مصادقة لحسابك",
  remove_authenticator: "أُزيل تطبيق المصادقة من حسابك",
  add_passkey: "أُضيف مفتاح مرور إلى حسابك",
  remove_passkey: "أُزيل مفتاح مرور من حسابك",
  use_recovery_code: "سُجّل الدخول إلى حسابك برمز استرداد",
  renew_recovery_codes: "أُنشئت رموز استرداد جديدة لحسابك، ولم تعد الرموز القديمة صالحة",
  reset_factors: "أعاد مسؤول النظام ضبط المصادقة الثنائية لحسابك وسجّل خروجك من جميع الأجهزة",
  link_identity: "رُبط حساب خارجي بحسابك ويمكن استخدامه لتسجيل الدخول",
  unlink_identity: "أُلغي ربط حساب خارجي بحسابك",
};

const englishSecurity = (name: string, event: FactorEvent, when: string, link: string) => `Assalamu alaikum ${name},

${happenedInEnglish[event]} (${when}).

If this was you, no action is needed. If not, change your password now and review your security settings:

${link}

Mizan`;

const arabicSecurity = (
  name: string,
  event: FactorEvent,
  when: string,
  link: string,
) => `السلام عليكم \u2068${name}\u2069،

${happenedInArabic[event]} (\u2068${when}\u2069).

إن كنت أنت من فعل ذلك فلا حاجة إلى أي إجراء. وإلا فغيّر كلمة مرورك الآن وراجع إعدادات الأمان:

${link}

ميزان`;
