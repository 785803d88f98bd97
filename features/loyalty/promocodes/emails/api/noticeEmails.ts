import { arabicCount, englishCount, isolated, paragraphs } from "#base/emailText.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { withNamesInEmail } from "#base/nameInEmail.ts";
import type { Email } from "#api/ports.ts";

/** What a live promocode has reached: a part of a limit, or that none of its products can be promoted. */
export type PromocodeFinding = { readonly campaignId: string } & (
  | {
      readonly about: "uses" | "budget";
      readonly percent: 80 | 100;
      /** Uses, or minor units of the currency; reservations count. */
      readonly taken: number;
      readonly max: number;
      readonly currency: string;
    }
  | { readonly about: "products"; readonly products: number }
);

/** A finding for one address, as it was when it was enqueued. */
export type NoticeFacts = PromocodeFinding & {
  readonly to: string;
  /** Null: the contact of the brand. */
  readonly role: "submitter" | "approver" | null;
  readonly code: string;
  readonly name: string;
  readonly nameAr: string | null;
};

/**
 * One email with the latest finding of each kind; null without any. In both languages, as an address does not reveal its
 * user's language.
 */
export function noticeEmail(facts: readonly NoticeFacts[], publicUrl: string): Email | null {
  const latest = [...new Map(facts.map((each) => [each.about, withNamesInEmail(each)])).values()];
  const [first] = latest;
  if (first === undefined) return null;
  const link = `${publicUrl}/apps/promocode/promocodes/${first.campaignId}`;
  const { to, role, code, name } = first;
  const nameAr = first.nameAr ?? name;
  return {
    to,
    subject: `${code}: ${latest.map(headline).join(", ")} · ${isolated(code)}: ${latest.map(headlineInArabic).join("، ")}`,
    text: [
      paragraphs([
        "Assalamu alaikum,",
        `This is about promocode “${name}” (${code}).`,
        ...latest.map(inEnglish),
        `View the promocode:\n${link}`,
        role !== null && `You’re receiving this because you ${role === "submitter" ? "submitted" : "approved"} it.`,
        "Mizan",
      ]),
      "— — —",
      paragraphs([
        "السلام عليكم،",
        `تخصّ هذه الرسالة الرمز الترويجي «${isolated(nameAr)}» (${isolated(code)}).`,
        ...latest.map(inArabic),
        `عرض الرمز الترويجي:\n${link}`,
        role !== null &&
          (role === "submitter" ? "تلقّيت هذه الرسالة لأنك أرسلته للموافقة." : "تلقّيت هذه الرسالة لأنك وافقت عليه."),
        "ميزان",
      ]),
    ].join("\n\n"),
  };
}

function headline(finding: PromocodeFinding): string {
  if (finding.about === "products") return "no product can be promoted";
  const { about, percent } = finding;
  if (percent < 100) return about === "uses" ? "80% of its uses taken" : "80% of the budget used";
  return about === "uses" ? "all its uses taken" : "the budget is used up";
}

function headlineInArabic(finding: PromocodeFinding): string {
  if (finding.about === "products") return "لا يمكن الترويج لأي منتج";
  const { about, percent } = finding;
  if (percent < 100) return about === "uses" ? "استُهلك 80% من مرات الاستخدام" : "استُهلك 80% من الميزانية";
  return about === "uses" ? "استُهلكت كل مرات الاستخدام" : "نفدت الميزانية";
}

function inEnglish(finding: PromocodeFinding): string {
  if (finding.about === "products")
    return `None of the ${englishCount(finding.products, "product")} that it’s limited to has a valid halal certificate now. Until one has, it gives nothing. Its page names the certificates.`;
  const { about, percent, max } = finding;
  const [taken, limit] = amountsOf(finding, (amount, currency) => `${currency} ${amount}`);
  const figures =
    about === "uses"
      ? `${taken} of ${limit} ${max === 1 ? "use is" : "uses are"} taken`
      : `${taken} of ${limit} is used`;
  const reserved = "This includes reservations for open orders.";
  return percent < 100
    ? `It has reached 80% of its ${about === "uses" ? "total limit" : "budget"}: ${figures}. ${reserved} To continue past the limit, start a new version with a higher one before it’s reached.`
    : `It has reached its ${about === "uses" ? "total limit" : "budget"}: ${figures}. ${reserved} It can’t be redeemed unless something is given back. To continue, start a new version with a higher limit.`;
}

function inArabic(finding: PromocodeFinding): string {
  if (finding.about === "products")
    return `يقتصر هذا الرمز على ${isolated(arabicCount(finding.products, "products"))}، وليس لأيّ منها شهادة حلال سارية الآن. لن يمنح شيئًا حتى تتوفر شهادة سارية. تجد الشهادات في صفحته.`;
  const { about, percent } = finding;
  const [taken, limit] = amountsOf(finding, (amount, currency) => `${amount} ${currency}`);
  const figures =
    about === "uses"
      ? `عدد مرات الاستخدام ${isolated(taken)} من أصل ${isolated(limit)}`
      : `استُهلك ${isolated(taken)} من أصل ${isolated(limit)}`;
  const reserved = "يشمل ذلك الحجوزات للطلبات المفتوحة.";
  const named = about === "uses" ? "الحد الأقصى لمرات الاستخدام" : "الميزانية";
  return percent < 100
    ? `بلغ 80% من ${named}: ${figures}. ${reserved} للمتابعة بعد بلوغ الحد، ابدأ نسخة جديدة بحدّ أعلى قبل ذلك.`
    : `بلغ ${named}: ${figures}. ${reserved} لا يمكن استخدامه ما لم يُعَد شيء منه. للمتابعة، ابدأ نسخة جديدة بحدّ أعلى.`;
}

type LimitFinding = Extract<PromocodeFinding, { readonly percent: number }>;

/** What is taken and the limit, as an email writes them: uses as numbers, a budget with its currency. */
function amountsOf(
  { about, taken, max, currency }: LimitFinding,
  withCurrency: (amount: string, currency: string) => string,
): readonly [taken: string, max: string] {
  const text = (value: number) =>
    about === "uses" ? whole.format(value) : withCurrency(amountText(value, currency), currency);
  return [text(taken), text(max)];
}

const whole = new Intl.NumberFormat("en");

function amountText(amountMinor: number, currency: string): string {
  const digits = minorDigitsByCurrency.get(currency) ?? 2;
  return new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    amountMinor / 10 ** digits,
  );
}
