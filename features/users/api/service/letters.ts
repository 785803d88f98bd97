import type { Ctx } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import type { Letter } from "#api/ports.ts";
import { userLimits } from "#features/users/rules.ts";

/** Whom a letter is for, as they were when it was decided. */
type Addressed = { readonly userId: string; readonly to: string; readonly name: string; readonly language: string };

export const letterKind = "users.letter";

/** What people are told without a link. A link is made when its letter is written (service/invitations.ts). */
const kinds = ["approved", "declined", "addressChanged"] as const;
type Kind = (typeof kinds)[number];

/** Has a letter written once the caller's transaction has committed. */
export const sendLater = (ctx: Ctx, kind: Kind, addressed: Addressed): Promise<void> =>
  enqueueJob(ctx, letterKind, { kind, ...addressed });

/** The job behind `sendLater`. */
export async function sendLetter(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const kind = kinds.find((each) => each === payload.kind);
  if (kind === undefined || !ctx.mail.canSend) return;
  const text = { name: String(payload.name), url: ctx.settings.publicUrl };
  const { [kind]: write } = payload.language === "ar" ? inArabic : inEnglish;
  await ctx.mail.send({ to: String(payload.to), ...write(text) });
}

/** The letter that carries the link of an invitation. */
export function invitationLetter({ to, name, language, link }: Omit<Addressed, "userId"> & { link: string }): Letter {
  return { to, ...(language === "ar" ? inArabic : inEnglish).invited({ name, url: link }) };
}

type Text = { readonly name: string; readonly url: string };
type Texts = Readonly<Record<Kind | "invited", (text: Text) => Pick<Letter, "subject" | "text">>>;

const inEnglish: Texts = {
  invited: ({ name, url }) => ({
    subject: "You are invited to Mizan",
    text: `Assalamu alaikum ${name},

an administrator of Mizan has made an account for you. Open this link to choose a password:

${url}

It works once, for ${userLimits.invitationDays} days. If you do not know what this is about, do nothing: without a password nobody can use the account.

Mizan`,
  }),
  approved: ({ name, url }) => ({
    subject: "Your Mizan account is approved",
    text: `Assalamu alaikum ${name},

an administrator has approved your account. You can sign in now with your address and the password that you chose:

${url}/login

Mizan`,
  }),
  declined: ({ name }) => ({
    subject: "Your Mizan account is not approved",
    text: `Assalamu alaikum ${name},

an administrator has looked at your registration and did not approve it. If you think that this is a mistake, please ask the person in your company who works with Mizan.

Mizan`,
  }),
  addressChanged: ({ name }) => ({
    subject: "The address of your Mizan account was changed",
    text: `Assalamu alaikum ${name},

an administrator has changed the e-mail address of your account. From now on you sign in with the new address; your password stays. This letter goes to both addresses. If you did not expect it, please tell an administrator at once.

Mizan`,
  }),
};

const inArabic: Texts = {
  invited: ({ name, url }) => ({
    subject: "دعوة إلى ميزان",
    text: `السلام عليكم ${name}،

أنشأ لك أحد مديري ميزان حسابًا. افتح هذا الرابط لاختيار كلمة مرور:

${url}

يعمل الرابط مرة واحدة ولمدة ${userLimits.invitationDays} أيام. إن لم تكن تعرف ما الأمر فلا تفعل شيئًا: لا يستطيع أحد استعمال الحساب بلا كلمة مرور.

ميزان`,
  }),
  approved: ({ name, url }) => ({
    subject: "تمت الموافقة على حسابك في ميزان",
    text: `السلام عليكم ${name}،

وافق أحد المديرين على حسابك. يمكنك الآن تسجيل الدخول ببريدك وكلمة المرور التي اخترتها:

${url}/login

ميزان`,
  }),
  declined: ({ name }) => ({
    subject: "لم تتم الموافقة على حسابك في ميزان",
    text: `السلام عليكم ${name}،

اطّلع أحد المديرين على طلب تسجيلك ولم يوافق عليه. إن كنت ترى في ذلك خطأً فاسأل من يعمل مع ميزان في شركتك.

ميزان`,
  }),
  addressChanged: ({ name }) => ({
    subject: "تغيّر البريد الإلكتروني لحسابك في ميزان",
    text: `السلام عليكم ${name}،

غيّر أحد المديرين البريد الإلكتروني لحسابك. من الآن فصاعدًا تسجّل الدخول بالبريد الجديد، وتبقى كلمة مرورك كما هي. تصل هذه الرسالة إلى البريدين معًا. إن لم تكن تتوقع ذلك فأخبر أحد المديرين فورًا.

ميزان`,
  }),
};
