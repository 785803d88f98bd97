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
  subject: "Set a new password for Mizan",
  text: `Assalamu alaikum ${name},

somebody, hopefully you, asked to set a new password for your account. Open this link to choose one:

${link}

It works once, for ${resetLinkMinutes} minutes, and signs you out everywhere. If it was not you, do nothing: your password stays as it is.

Mizan`,
});

const inArabic = (name: string, link: string) => ({
  subject: "تعيين كلمة مرور جديدة في ميزان",
  text: `السلام عليكم ${name}،

طلب أحدهم، ونرجو أن تكون أنت، تعيين كلمة مرور جديدة لحسابك. افتح هذا الرابط لاختيارها:

${link}

يعمل الرابط مرة واحدة ولمدة ${resetLinkMinutes} دقائق، ويُنهي جميع جلساتك. إن لم تكن أنت من طلب ذلك فلا تفعل شيئًا: تبقى كلمة مرورك كما هي.

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
    return { to, subject: "تغيير في أمان حسابك في ميزان", text: arabicSecurity(plain, event, when, link) };
  return {
    to,
    subject: "A change to the security of your Mizan account",
    text: englishSecurity(plain, event, when, link),
  };
}

const happenedInEnglish: Readonly<Record<FactorEvent, string>> = {
  add_authenticator: "An authenticator app was set up for your account",
  remove_authenticator: "The authenticator app was removed from your account",
  add_passkey: "A passkey was added to your account",
  remove_passkey: "A passkey was removed from your account",
  use_recovery_code: "Somebody signed in to your account with a recovery code",
  renew_recovery_codes: "New recovery codes were made for your account, and the old ones no longer work",
  reset_factors: "An administrator removed every second factor of your account and signed you out everywhere",
  link_identity: "An account that you have elsewhere was linked to your account, and signs in to it from now on",
  unlink_identity: "An account that you have elsewhere no longer signs in to your account",
};

const happenedInArabic: Readonly<Record<FactorEvent, string>> = {
  add_authenticator: "أُعدّ تطبيق مصادقة لحسابك",
  remove_authenticator: "أُزيل تطبيق المصادقة من حسابك",
  add_passkey: "أُضيف مفتاح مرور إلى حسابك",
  remove_passkey: "أُزيل مفتاح مرور من حسابك",
  use_recovery_code: "سُجّل الدخول إلى حسابك برمز استرداد",
  renew_recovery_codes: "أُنشئت رموز استرداد جديدة لحسابك، ولم تعد الرموز القديمة صالحة",
  reset_factors: "أزال مدير النظام جميع عوامل التحقق الثانية من حسابك وأنهى جميع جلساتك",
  link_identity: "رُبط بحسابك حساب لك في مكان آخر، وصار يُدخل إليه من الآن",
  unlink_identity: "لم يعد حساب لك في مكان آخر يُدخل إلى حسابك",
};

const englishSecurity = (name: string, event: FactorEvent, when: string, link: string) => `Assalamu alaikum ${name},

${happenedInEnglish[event]} (${when}).

If it was you, there is nothing to do. If it was not, change your password at once and look at what is set up:

${link}

Mizan`;

const arabicSecurity = (name: string, event: FactorEvent, when: string, link: string) => `السلام عليكم ${name}،

${happenedInArabic[event]} (${when}).

إن كنت أنت من فعل ذلك فلا حاجة إلى أي إجراء. وإن لم تكن أنت فغيّر كلمة مرورك فورًا وراجع ما أُعدّ لحسابك:

${link}

ميزان`;
