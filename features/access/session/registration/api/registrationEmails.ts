import { nameInEmail } from "#base/nameInEmail.ts";
import type { Email } from "#api/ports.ts";
import { accountLimits } from "#features/access/session/contract/account.ts";

type ConfirmationInput = { readonly to: string; readonly language: string; readonly link: string };

/**
 * The email that asks the owner of an address to confirm a registration. It quotes nothing from the registration,
 * because anyone could use it to send text to this address.
 */
export const confirmationEmail = ({ to, language, link }: ConfirmationInput): Email => ({
  to,
  ...(language === "ar" ? confirmationInArabic(link) : confirmationInEnglish(link)),
});

const confirmationInEnglish = (link: string) => ({
  subject: "Confirm your email for Mizan",
  text: `Assalamu alaikum,

Someone requested a Mizan account with this email. If it was you, confirm your email and set a password:

${link}

The link works once and expires in ${accountLimits.confirmationHours} hours; register again to get a new one. An administrator then reviews your account and we’ll email you. If it wasn’t you, ignore this email; the account can’t be approved without it.

Mizan`,
});

const confirmationInArabic = (link: string) => ({
  subject: "تأكيد بريدك الإلكتروني في ميزان",
  text: `السلام عليكم،

تلقّينا طلبًا لإنشاء حساب في ميزان بهذا البريد. إن كنت أنت من طلبه فأكّد بريدك وعيّن كلمة مرور:

${link}

يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد ${accountLimits.confirmationHours} ساعة؛ سجّل مرة أخرى للحصول على رابط جديد. بعد ذلك يراجع مسؤول النظام حسابك ونبلغك بالبريد. إن لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة، إذ لا تمكن الموافقة على الحساب من دون هذا التأكيد.

ميزان`,
});

type KnownAddressInput = ConfirmationInput & {
  /** Null if unconfirmed. */
  readonly name: string | null;
};

/** The email to a user whose address was used to register again. */
export const knownAddressEmail = ({ to, name, language, link }: KnownAddressInput): Email => {
  const greeted = name === null ? "" : ` \u2068${nameInEmail(name)}\u2069`;
  return { to, ...(language === "ar" ? knownInArabic(greeted, link) : knownInEnglish(greeted, link)) };
};

const knownInEnglish = (greeted: string, link: string) => ({
  subject: "You already have a Mizan account",
  text: `Assalamu alaikum${greeted},

Someone tried to register with this email, but you already have an account. Nothing has changed. If you forgot your password, reset it here:

${link}

Mizan`,
});

const knownInArabic = (greeted: string, link: string) => ({
  subject: "لديك حساب في ميزان بالفعل",
  text: `السلام عليكم${greeted}،

جرت محاولة تسجيل بهذا البريد، لكن لديك حساب بالفعل. لم يتغيّر شيء. إن نسيت كلمة مرورك فأعد تعيينها هنا:

${link}

ميزان`,
});
