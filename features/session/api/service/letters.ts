import type { Letter } from "#api/ports.ts";
import { resetLinkMinutes } from "#features/session/rules.ts";

/** The letter that carries a link to set a new password, in the person's language. */
export function resetLetter({
  to,
  name,
  language,
  link,
}: {
  to: string;
  name: string;
  language: string;
  link: string;
}): Letter {
  return { to, ...(language === "ar" ? inArabic(name, link) : inEnglish(name, link)) };
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
