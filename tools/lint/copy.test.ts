import { describe, expect, test } from "vitest";
import { unusualPhrases } from "#tools/lint/copy.ts";
import { plantedTree } from "#tools/tree.ts";

const english = "features/access/users/web/messages.en.json";
const arabic = "features/access/users/web/messages.ar.json";
const faults = (path: string, text: string) => unusualPhrases(plantedTree({ [path]: text }), []);
const faultsOfMessage = (path: string, text: string) => faults(path, JSON.stringify({ done: text }));

describe("a message", () => {
  test("of plain words is fine", () => {
    expect(faultsOfMessage(english, "{{id}} can’t be deleted. Enter the ID of another user…")).toEqual([]);
    expect(faultsOfMessage(arabic, "مثل \u2066+44 20 7946 0111\u2069.")).toEqual([]);
    expect(faultsOfMessage(arabic, "لا يمكن حذف {{id}}. اختر مستخدمًا آخر، أو أنشئ واحدًا.")).toEqual([]);
  });

  test.each([
    "This letter goes to both addresses.",
    "Papers are missing.",
    "The certificate stands.",
    "What rests on it is paused.",
    "They are told by email.",
    "Mend it first.",
    "It is deleted for ever.",
    "Nobody can do this.",
    "Whoever has the link can sign in.",
    "Send it by e-mail.",
    "The id is missing.",
    "Tick a row.",
    "The key is made.",
    "It cannot be taken back.",
    "The account does not exist.",
    "It can't be deleted.",
    'Choose "Reset".',
    "Loading...",
    "Loading …",
    "Paused: HALAL_MISSING",
    "Product 0198d5a2-7e1c-7cc3-98c4-dc0c0c07398f",
  ])("in English does not say: %s", (text) => {
    expect(faultsOfMessage(english, text).length).toBeGreaterThan(0);
  });

  test.each([
    "اسأل أحد المديرين.",
    "أضف عاملًا ثانيًا: العامل الثاني مطلوب.",
    "انسخ السر الآن.",
    "جهة المنح غير معروفة.",
    "تنشيط الحساب",
    "اختر دورًا, ثم احفظ.",
    "أُرسلت الدعوة إلى \u2068{{name}}\u2069.",
    "السبب: HALAL_MISSING",
  ])("in Arabic does not say: %s", (text) => {
    expect(faultsOfMessage(arabic, text).length).toBeGreaterThan(0);
  });

  test("is named by its file and key, with what to write instead", () => {
    expect(faultsOfMessage(english, "Tick a row.")).toEqual([`${english} done: says "Tick"; use select`]);
  });

  test("that the specification fixes stays as it is", () => {
    expect(faultsOfMessage(english, "No results..")).toEqual([]);
  });

  test("of an area that is still to be revised is not checked", () => {
    const tree = plantedTree({ [english]: JSON.stringify({ done: "Nobody" }) });
    expect(unusualPhrases(tree, ["features/access/"])).toEqual([]);
    expect(unusualPhrases(tree, ["features/retail/"])).toHaveLength(1);
  });
});

describe("a text of the API", () => {
  const contract = "features/access/users/contract.ts";

  test("follows the same rules", () => {
    expect(faults(contract, 'export const a = { summary: "Update {id}", message: "It can’t be changed." };')).toEqual(
      [],
    );
    expect(faults(contract, '\nexport const a = { summary: "Let somebody in" };')).toEqual([
      `${contract}:2: says "somebody"; use a user, no one, anyone or everyone`,
    ]);
    expect(faults(contract, 'export const a = { message: "It cannot be changed." };')).toHaveLength(1);
    expect(faults(contract, "export const a = (b: string) => ({ message: `Nobody may ${b}` });")).toHaveLength(1);
    expect(faults(contract, 'export const a = { en: "Tick one", ar: "تنشيط" };')).toHaveLength(2);
    expect(faults("api/fieldMessages.ts", 'export const all = { twice: "Tick one" };')).toHaveLength(1);
  });

  test("is no other text of the program", () => {
    expect(faults(contract, 'export const a = { hint: "nobody" };')).toEqual([]);
    expect(faults("features/access/users/contract.test.ts", 'export const a = { message: "nobody" };')).toEqual([]);
  });
});

describe("an email", () => {
  const emails = "features/access/users/emails/api/emails.ts";

  test("follows the same rules, in its language", () => {
    expect(faults(emails, "export const text = (url: string) => `Open this link: ${url}`;")).toEqual([]);
    expect(faults(emails, 'export const subject = "A letter for you";')).toHaveLength(1);
    expect(faults(emails, 'export const subject = "رسالة من أحد المديرين";')).toHaveLength(1);
  });

  test("may isolate values, as nothing else does it there", () => {
    expect(faults(emails, "export const text = (name: string) => `السلام عليكم \u2068${name}\u2069`;")).toEqual([]);
  });

  test("begins with a capital letter after the greeting", () => {
    expect(faults(emails, "export const text = `Assalamu alaikum,\n\nYour account is active.`;")).toEqual([]);
    expect(faults(emails, "export const text = `Assalamu alaikum,\n\nyour account is active.`;")).toHaveLength(1);
  });

  test("contains no check of its SQL", () => {
    expect(faults(emails, "export const rows = sql`select id from users where nobody is not null`;")).toEqual([]);
  });
});
