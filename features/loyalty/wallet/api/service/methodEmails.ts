import { fromHex, toHex } from "#base/hex.ts";
import { and, eq } from "drizzle-orm";
import { isolated, paragraphs } from "#base/emailText.ts";
import type { Ctx } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { openContact } from "#features/loyalty/members/api/service/contacts.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { recipientPurpose } from "#features/loyalty/wallet/api/service/recipients.ts";
import type { PayoutMethodKind } from "#features/loyalty/wallet/rules/payouts.ts";

/** The job that tells a member, at the address that was replaced, that the payout method changed. */
export const methodEmailKind = "payouts.methodChanged";

type Replaced = { readonly kind: PayoutMethodKind; readonly recipientSealed: Uint8Array | null };
type Change = { readonly memberId: string; readonly recipient: string; readonly usableFrom: string };
type Payload = Change & { readonly sealed: string | null };

/** Queues the email in the caller's transaction. The address stays encrypted until the job sends it. */
export async function enqueueMethodEmail(ctx: Ctx, { kind, recipientSealed }: Replaced, change: Change): Promise<void> {
  const sealed = kind === "paypal_email" && recipientSealed ? toHex(recipientSealed) : null;
  await enqueueJob(ctx, methodEmailKind, { ...change, sealed } satisfies Payload);
}

/** To the replaced address; to the member’s own if that was a PayerID. */
export async function sendMethodEmail(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const { memberId, sealed, recipient, usableFrom } = payload as Payload;
  const [member] = await ctx.db
    .select({
      id: membersTable.id,
      status: membersTable.status,
      language: membersTable.language,
      sealedMemberNumber: membersTable.sealedMemberNumber,
      sealedEmail: membersTable.sealedEmail,
      sealedPhone: membersTable.sealedPhone,
    })
    .from(membersTable)
    .where(and(eq(membersTable.bucket, bucketOf(memberId)), eq(membersTable.id, memberId)));
  if (!member || member.status === "erased") return;
  const to =
    sealed === null
      ? await openContact(ctx, member, "email")
      : new TextDecoder().decode(await ctx.cipher.open(fromHex(sealed), recipientPurpose(memberId)));
  if (to === null) return;
  // Without the domain: mail clients make links of them, and who chose this address may be a thief.
  const facts = { account: recipient.split("@")[0]!, from: `${usableFrom.slice(0, 16).replace("T", " ")} UTC` };
  await ctx.mail.send({ to, ...(member.language === "ar" ? arabic(facts) : english(facts)) });
}

type Facts = { readonly account: string; readonly from: string };

const english = ({ account, from }: Facts) => ({
  subject: "Your cashback will be paid to another account",
  text: paragraphs([
    "Assalamu alaikum,",
    `Your payout method was changed. Your cashback will be paid to another PayPal account: ${account}. Nothing is paid there before ${from}.`,
    "If you didn’t ask for this, contact customer service before then.",
    "Mizan",
  ]),
});

const arabic = ({ account, from }: Facts) => ({
  subject: "سيُصرف استردادك النقدي إلى حساب آخر",
  text: paragraphs([
    "السلام عليكم،",
    `تغيّرت وسيلة الصرف الخاصة بك. سيُصرف استردادك النقدي إلى حساب PayPal آخر: ${isolated(account)}. لن يُصرف إليه شيء قبل ${isolated(from)}.`,
    "إن لم تطلب ذلك فتواصل مع خدمة العملاء قبل هذا الموعد.",
    "ميزان",
  ]),
});
