import type { Letter } from "#api/ports.ts";
import { accountLimits } from "#features/session/contract/account.ts";

type Addressed = { readonly to: string; readonly name: string; readonly language: string; readonly link: string };

/** The letter that asks whether an address is really that of whoever registered with it. */
export const confirmationLetter = ({ to, name, language, link }: Addressed): Letter => ({
  to,
  ...(language === "ar" ? confirmationInArabic(name, link) : confirmationInEnglish(name, link)),
});

const confirmationInEnglish = (name: string, link: string) => ({
  subject: "Confirm your address for Mizan",
  text: `Assalamu alaikum ${name},

somebody, hopefully you, asked for an account with this address. Open this link to confirm that it is yours:

${link}

It works once, for ${accountLimits.confirmationHours} hours. After that an administrator decides about your account, and you get a letter. If it was not you, do nothing: without this the account cannot be approved.

Mizan`,
});

const confirmationInArabic = (name: string, link: string) => ({
  subject: "تأكيد عنوانك في ميزان",
  text: `السلام عليكم ${name}،

طلب أحدهم، ونرجو أن تكون أنت، حسابًا بهذا العنوان. افتح هذا الرابط لتأكيد أنه عنوانك:

${link}

يعمل الرابط مرة واحدة ولمدة ${accountLimits.confirmationHours} ساعة. بعد ذلك يبتّ أحد المديرين في حسابك وتصلك رسالة. إن لم تكن أنت من طلب ذلك فلا تفعل شيئًا: لا يمكن اعتماد الحساب من دون هذا التأكيد.

ميزان`,
});

/** The letter to somebody whose address was used to register once more. */
export const knownAddressLetter = ({ to, name, language, link }: Addressed): Letter => ({
  to,
  ...(language === "ar" ? knownInArabic(name, link) : knownInEnglish(name, link)),
});

const knownInEnglish = (name: string, link: string) => ({
  subject: "You already have an account with Mizan",
  text: `Assalamu alaikum ${name},

somebody, perhaps you, asked for an account with this address, which has one already. Nothing has changed. Should you have forgotten your password, here you can set a new one:

${link}

Mizan`,
});

const knownInArabic = (name: string, link: string) => ({
  subject: "لديك حساب في ميزان بالفعل",
  text: `السلام عليكم ${name}،

طلب أحدهم، وربما أنت، حسابًا بهذا العنوان، وله حساب بالفعل. لم يتغير شيء. إن كنت قد نسيت كلمة مرورك فيمكنك تعيين كلمة جديدة هنا:

${link}

ميزان`,
});
