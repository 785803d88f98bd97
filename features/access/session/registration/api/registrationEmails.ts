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
  subject: "Confirm your address for Mizan",
  text: `Assalamu alaikum,

Somebody, hopefully you, asked for an account with this address. Open this link to confirm that it is yours, and to set a password:

${link}

It works once, for ${accountLimits.confirmationHours} hours; registering again sends a new link. After that an administrator decides about your account, and you get an email. If it was not you, do nothing: without this the account cannot be approved.

Mizan`,
});

const confirmationInArabic = (link: string) => ({
  subject: "تأكيد عنوانك في ميزان",
  text: `السلام عليكم،

طلب أحدهم، ونرجو أن تكون أنت، حسابًا بهذا العنوان. افتح هذا الرابط لتأكيد أنه عنوانك ولتعيين كلمة مرور:

${link}

يعمل الرابط مرة واحدة ولمدة ${accountLimits.confirmationHours} ساعة، والتسجيل مرة أخرى يرسل رابطًا جديدًا. بعد ذلك يبتّ أحد المديرين في حسابك وتصلك رسالة. إن لم تكن أنت من طلب ذلك فلا تفعل شيئًا: لا يمكن اعتماد الحساب من دون هذا التأكيد.

ميزان`,
});

type KnownAddressInput = ConfirmationInput & {
  /** Null if unconfirmed. */
  readonly name: string | null;
};

/** The email to a user whose address was used to register again. */
export const knownAddressEmail = ({ to, name, language, link }: KnownAddressInput): Email => {
  const greeted = name === null ? "" : ` ${nameInEmail(name)}`;
  return { to, ...(language === "ar" ? knownInArabic(greeted, link) : knownInEnglish(greeted, link)) };
};

const knownInEnglish = (greeted: string, link: string) => ({
  subject: "You already have an account with Mizan",
  text: `Assalamu alaikum${greeted},

Somebody, perhaps you, asked for an account with this address, which has one already. Nothing has changed. Should you have forgotten your password, here you can set a new one:

${link}

Mizan`,
});

const knownInArabic = (greeted: string, link: string) => ({
  subject: "لديك حساب في ميزان بالفعل",
  text: `السلام عليكم${greeted}،

طلب أحدهم، وربما أنت، حسابًا بهذا العنوان، وله حساب بالفعل. لم يتغير شيء. إن كنت قد نسيت كلمة مرورك فيمكنك تعيين كلمة جديدة هنا:

${link}

ميزان`,
});
