import type { Node } from "oxc-parser";
import { isShipped, parseSource } from "#tools/source.ts";
import type { Tree } from "#tools/tree.ts";
import { flatMessages } from "#tools/lint/words.ts";

/** A phrase that is not used in this product, and what to write instead. */
type Phrase = { readonly pattern: RegExp; readonly instead: string };

/** Areas whose texts were written before this check. Remove an area once its texts follow it. */
const uncheckedAreas: readonly string[] = [];

/** Texts that the specification fixes to the letter (spec 000 §5, §8). */
const fixedTexts: ReadonlySet<string> = new Set(["'All Fields' must be filled...", "No results.."]);

const inEveryLanguage: readonly Phrase[] = [
  { pattern: /\b[A-Z]+_[A-Z_]+\b/, instead: "a text, as people don’t read codes" },
  { pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i, instead: "the name of the record" },
  { pattern: /'/, instead: "a curly apostrophe (’)" },
  { pattern: /"/, instead: "curly quotes (“ ”) or, in Arabic, « »" },
  { pattern: /\.\.|\s…/, instead: "an ellipsis right after the word (…)" },
];

const inEnglish: readonly Phrase[] = [
  { pattern: /\be-mail(s|ed|ing)?\b/i, instead: "email" },
  { pattern: /\b(a|the|this|your|by|another) letter\b(?! (or|of|from|and)\b)/i, instead: "email" },
  { pattern: /\bpapers?\b/i, instead: "document" },
  { pattern: /\bhouse\b/i, instead: "Mizan, or nothing" },
  { pattern: /\bstands\b(?! for)/i, instead: "is valid" },
  { pattern: /\brests? on\b/i, instead: "relies on" },
  { pattern: /\btold\b/i, instead: "notified, or what happens" },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: "fix" },
  { pattern: /\bfor ever\b|\bfor good\b/i, instead: "permanently" },
  { pattern: /\b(some|no|any|every)body\b/i, instead: "a user, no one, anyone or everyone" },
  { pattern: /\b(who|what)ever\b/i, instead: "the user, or anyone who" },
  { pattern: /\bids?\b/, instead: "ID" },
  { pattern: /\b(un)?tick(s|ed|ing)?\b/i, instead: "select" },
  { pattern: /\b(is|are|was|were|be) made\b/i, instead: "created" },
  { pattern: /\b(take|takes|taken|took) back\b/i, instead: "cancel or undo" },
  { pattern: /\b(turn|turns|turned) down\b/i, instead: "reject" },
  { pattern: /\blet go of\b/i, instead: "unlink" },
  { pattern: /\bone’s (own )?/i, instead: "you and your" },
  { pattern: /\b(cannot|can not)\b/i, instead: "can’t" },
  { pattern: /\b(do|does|did|is|are|was|were|has|have|had|will|would|could|should) not\b/i, instead: "a contraction" },
  { pattern: /^Say (why|what)\b/i, instead: "Enter a reason." },
];

const inArabic: readonly Phrase[] = [
  { pattern: /جه(ة|ات) المنح/, instead: "جهة إصدار الشهادة" },
  { pattern: /مفتاح الواجهة البرمجية|مفاتيح الواجهة البرمجية|مفتاح برمجي/, instead: "مفتاح API" },
  { pattern: /(العامل|العوامل) الثاني|عامل(ًا)? (تحقق )?ثان|بخطوتين/, instead: "المصادقة الثنائية" },
  { pattern: /أحد (ال)?مدير|مدير النظام|مديري النظام/, instead: "مسؤول النظام" },
  { pattern: /(?<![\p{L}\p{M}])السر(?![\p{L}\p{M}])/u, instead: "المفتاح السري" },
  { pattern: /صندوق (ال)?بيع/, instead: "نقطة بيع" },
  { pattern: /شوهد بعين|بعيون/, instead: "العرض بصفة" },
  { pattern: /(عرض|العرض) (ال)?تجريبي|نسخة تجريبية/, instead: "عرض توضيحي" },
  { pattern: /تشغيل(ًا)? تجريبي/, instead: "فحص تجريبي" },
  { pattern: /إيقاف النشر/, instead: "إلغاء النشر" },
  { pattern: /تنشيط/, instead: "تفعيل" },
  { pattern: /(?<![\p{L}\p{M}])(ال)?تحرير(?![\p{L}\p{M}])/u, instead: "تعديل" },
  { pattern: /عكوس|يُفاق|الصعق/, instead: "قابل للعكس، التدويخ" },
  { pattern: /المرشّحات/, instead: "عوامل التصفية" },
  { pattern: /إشعارات الأنظمة/, instead: "خطاف ويب (Webhook)" },
  { pattern: /أحدهم(?!ا)/, instead: "an active sentence without a person" },
  { pattern: /\p{Script=Arabic}[,;?]/u, instead: "، ؛ ؟" },
];

/** In messages, values (here written as 0) are isolated by `web/i18n.ts`. */
const isolatedByHand: Phrase = {
  pattern: /[\u2066-\u2068]0\u2069/,
  instead: "nothing: i18n.ts isolates every value in Arabic",
};

/** Texts for people that say something this product says otherwise: messages, API texts and emails. */
export const unusualPhrases = (tree: Tree, unchecked = uncheckedAreas): string[] =>
  tree.paths
    .filter((path) => !unchecked.some((area) => path.startsWith(area)))
    .flatMap((path) =>
      textsIn(tree, path).flatMap(({ place, text, phrases }) =>
        fixedTexts.has(text) ? [] : faultsOf(text, phrases).map((fault) => `${path}${place}: ${fault}`),
      ),
    );

type Text = { readonly place: string; readonly text: string; readonly phrases: readonly Phrase[] };

function textsIn(tree: Tree, path: string): Text[] {
  const language = /\/messages\.(en|ar)\.json$/.exec(path)?.[1];
  if (language !== undefined) {
    const phrases = [...inEveryLanguage, ...(language === "ar" ? [...inArabic, isolatedByHand] : inEnglish)];
    const messages = [...flatMessages(tree.read(path))];
    return messages.map(([key, text]) => ({ place: ` ${key}`, text: withoutValues(text), phrases }));
  }
  if (!isShipped(path) || path.includes("/web/") || path.startsWith("web/")) return [];
  if (isEmail(path)) return emailTexts(tree, path);
  return isDescribed(path) ? apiTexts(tree, path) : [];
}

const isEmail = (path: string) => /\/api\/(?:\w+\/)?(?:\w*[eE]mails|notices)\.ts$/.test(path);
const isDescribed = (path: string) => /^(?:base|api|features|demos)\//.test(path);

/** What callers of the API read: `message` and `summary`; field messages by their code; titles as `{ en, ar }`. */
function apiTexts(tree: Tree, path: string): Text[] {
  const { nodes, lineAt } = parseSource(tree, path);
  return nodes.flatMap((node) => {
    if (node.type !== "Property" || node.key.type !== "Identifier") return [];
    const { name } = node.key;
    if (!textProperties.has(name) && path !== "api/fieldMessages.ts") return [];
    const phrases = [...inEveryLanguage, ...(name === "ar" ? inArabic : inEnglish)];
    const parts = nodes.filter(({ start, end }) => start >= node.value.start && end <= node.value.end);
    return parts.flatMap(quotedIn).map((text) => ({ place: `:${lineAt(node.start)}`, text, phrases }));
  });
}

const textProperties: ReadonlySet<string> = new Set(["message", "summary", "en", "ar"]);

/** Every text of more than one word, except SQL. */
function emailTexts(tree: Tree, path: string): Text[] {
  const { nodes, lineAt } = parseSource(tree, path);
  const tagged = new Set(nodes.flatMap((node) => (node.type === "TaggedTemplateExpression" ? [node.quasi] : [])));
  return nodes.flatMap((node) => {
    if (node.type === "TemplateLiteral" && tagged.has(node)) return [];
    return quotedIn(node)
      .filter((text) => text.trim().includes(" "))
      .map((text) => ({
        place: `:${lineAt(node.start)}`,
        text,
        phrases: [...inEveryLanguage, ...(/\p{Script=Arabic}/u.test(text) ? inArabic : [...inEnglish, lowerCaseStart])],
      }));
  });
}

const lowerCaseStart: Phrase = { pattern: /,\n\n\p{Ll}/u, instead: "a capital letter after the greeting" };

function quotedIn(node: Node): string[] {
  if (node.type === "Literal" && typeof node.value === "string") return [withoutValues(node.value)];
  if (node.type !== "TemplateLiteral") return [];
  return [node.quasis.map(({ value }) => value.cooked ?? value.raw).join("0")];
}

/** Names of values are code: `{{id}}` in a message, `{id}` in a refusal. */
const withoutValues = (text: string) => text.replaceAll(/\{\{[^}]*\}\}|\{\w+\}/g, "0");

const faultsOf = (text: string, phrases: readonly Phrase[]) =>
  phrases.flatMap(({ pattern, instead }) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`says ${JSON.stringify(found)}; use ${instead}`];
  });
