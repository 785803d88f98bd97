import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Letter } from "#api/ports.ts";
import { rowsOf } from "#features/assignments/api/service/reading.ts";
import type { Settled } from "#features/assignments/api/service/settling.ts";
import { uuids } from "#features/assignments/api/service/scoping.ts";

type Change = Omit<Settled, "products">;

/** Tells the people of each retailer who want to hear of certificates what was paused and resumed there, in one letter. */
export async function sendNotices(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const changes = payload.changes as readonly Change[];
  const ids = [...new Set(changes.map(({ retailerId }) => retailerId))];
  if (ids.length === 0) return;
  const recipients = await readRecipients(ctx, ids);
  for (const recipient of recipients) {
    const theirs = changes.filter(({ retailerId }) => retailerId === recipient.retailer_id);
    const link = `${ctx.settings.publicUrl}/apps/retailer/assign-products/${recipient.retailer_id}`;
    const write = recipient.language === "ar" ? inArabic : inEnglish;
    await ctx.mail.send({ to: recipient.email, ...write(recipient, theirs, link) });
  }
}

type Recipient = {
  readonly retailer_id: string;
  readonly retailer_name: string;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
};

const readRecipients = (ctx: Ctx, ids: readonly string[]): Promise<Recipient[]> =>
  rowsOf<Recipient>(
    ctx,
    sql`
    select retailers.id as retailer_id, retailers.trading_name as retailer_name, contact.name, contact.email,
           retailers.default_language as language
      from retailer_contacts as contact
      join retailers on retailers.id = contact.retailer_id
     where retailers.id = any(${uuids(ids)}) and contact.email is not null and 'halal' = any(contact.notify)
     order by retailers.id, contact.email`,
  );

type Written = Omit<Letter, "to">;

function inEnglish({ name, retailer_name }: Recipient, changes: readonly Change[], link: string): Written {
  const lines = changes.map(({ verb, count, certificateCode, reason }) => {
    const products = count === 1 ? "1 product" : `${count} products`;
    const why = certificateCode ? `certificate ${certificateCode}` : reason.toLowerCase().replaceAll("_", " ");
    return verb === "paused" ? `- ${products} paused: ${why}` : `- ${products} back: ${why} is in order again`;
  });
  return {
    subject: `What may be promoted at ${retailer_name} has changed`,
    text: `Assalamu alaikum ${name},

at ${retailer_name}:

${lines.join("\n")}

What is paused and what would help:
${link}

Mizan`,
  };
}

function inArabic({ name, retailer_name }: Recipient, changes: readonly Change[], link: string): Written {
  const lines = changes.map(({ verb, count, certificateCode, reason }) => {
    const why = certificateCode ? `الشهادة ${certificateCode}` : (arabicReasons[reason] ?? "شروط الترويج");
    return verb === "paused"
      ? `- أُوقف مؤقتًا ${inArabicProducts(count)}: ${why}`
      : `- عاد ${inArabicProducts(count)}: زال سبب الإيقاف (${why})`;
  });
  return {
    subject: `تغيّر ما يجوز ترويجه في ${retailer_name}`,
    text: `السلام عليكم ${name}،

في ${retailer_name}:

${lines.join("\n")}

ما أُوقف وما يعيده:
${link}

ميزان`,
  };
}

const arabicReasons: Readonly<Partial<Record<Settled["reason"], string>>> = {
  PRODUCT_NOT_PUBLISHED: "المنتج غير منشور",
  BRAND_NOT_ACTIVE: "العلامة غير نشطة",
  RETAILER_NOT_ACTIVE: "المتجر غير نشط",
  HALAL_MISSING: "لا شهادة حلال",
  PREMISE_CERT_MISSING: "لا شهادة للمتجر",
};

/** One, two, 3 to 10, more: each has its own form. */
function inArabicProducts(count: number): string {
  if (count === 1) return "منتج واحد";
  if (count === 2) return "منتجان";
  const last = count % 100;
  return last >= 3 && last <= 10 ? `${count} منتجات` : `${count} منتجًا`;
}
