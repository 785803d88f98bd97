import { beforeAll, describe, expect, test } from "vitest";
import { loadWordsOf, wordOf } from "#web/areaMessages.ts";
import { callRefusals } from "#web/call.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { tokenRefusals } from "#web/createSession.ts";
import { changeLanguage, currentLanguage, loadMessages, startMessages, wordsFor } from "#web/i18n.ts";
import { withLayoutMessages } from "#web/layout/withLayoutMessages.ts";
import { issueText, textOf } from "#web/textOf.ts";

const brandMessages = {
  name: "brands",
  messages: {
    en: async () => ({ default: { refusals: { brand_has_products: "Its {{count}} products must go first." } } }),
    ar: async () => ({ default: { refusals: { brand_has_products: "يجب نقل منتجاتها أولًا ({{count}})." } } }),
  },
};

beforeAll(async () => {
  await startMessages();
  await loadMessages(brandMessages);
  await withLayoutMessages(Promise.resolve());
});

test("loads an area's messages by its name when another area needs them, and ignores an unknown name", async () => {
  const messages = (name: string) => async () => ({ default: { fields: { name, parts: { one: name } } } });
  const known = new Map([["orchards", { en: messages("Name of the orchard"), ar: messages("اسم البستان") }]]);
  expect(wordOf("orchards", "fields.name")).toBeNull();
  await loadWordsOf(["orchards", "nothing"], known);
  expect(wordOf("orchards", "fields.name")).toBe("Name of the orchard");
  expect([wordOf("orchards", "fields.parts"), wordOf("orchards", "fields.other")]).toEqual([null, null]);
});

describe("a change of language", () => {
  test("applies to every loaded feature, the direction, and the stored preference", async () => {
    await changeLanguage("ar");
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["ar", "rtl"]);
    expect(wordsFor("buttons.save")).toBe("حفظ");
    expect(wordsFor("refusals.brand_has_products", { count: 3 })).toBe("يجب نقل منتجاتها أولًا (3).");
    expect(localStorage.getItem("mizan.language")).toBe("ar");
    await changeLanguage("en");
    expect([currentLanguage(), document.documentElement.dir, wordsFor("buttons.save")]).toEqual(["en", "ltr", "Save"]);
  });

  test("uses all six forms of an Arabic noun", async () => {
    await changeLanguage("ar");
    const forms = [0, 1, 2, 3, 11, 100].map((count) => wordsFor("search.found", { count }));
    await changeLanguage("en");
    expect(forms).toEqual(["لا توجد نتائج", "نتيجة واحدة", "نتيجتان", "3 نتائج", "11 نتيجة", "100 نتيجة"]);
  });
});

describe("a value in a message", () => {
  const userMenu = (name: string) => wordsFor("frame.userMenu", { name });

  test("is isolated in Arabic, unless it is a figure or empty", async () => {
    await changeLanguage("ar");
    const texts = [userMenu("Aisha & Co"), userMenu("12,500"), userMenu("")];
    const counted = wordsFor("refusals.brand_has_products", { count: 3 });
    await changeLanguage("en");
    expect(texts).toEqual(["حساب \u2068Aisha & Co\u2069", "حساب 12,500", "حساب "]);
    expect(counted).toBe("يجب نقل منتجاتها أولًا (3).");
  });

  test("stays as it is in English, unescaped", () => expect(userMenu("Aisha & Co")).toBe("Account of Aisha & Co"));

  test("that is stored has no marks", async () => {
    const roles = {
      name: "copies",
      messages: {
        en: async () => ({ default: { copyOf: "{{title}} (copy)" } }),
        ar: async () => ({ default: { copyOf: "{{- title}} (نسخة)" } }),
      },
    };
    await loadMessages(roles);
    await changeLanguage("ar");
    const copy = wordsFor("copyOf", { title: "Baqala" });
    await changeLanguage("en");
    expect(copy).toBe("Baqala (نسخة)");
  });
});

describe("a refusal message", () => {
  test.each(Object.entries({ ...commonRefusals, ...callRefusals, ...tokenRefusals }))(
    "%s has the same English text as on the server",
    (_, make) => {
      const refusal = make({ limit: 1024, retryAfterSeconds: 30, allow: "GET" });
      expect(textOf(refusal)).toBe(refusal.message);
    },
  );

  test("agrees with the seconds to wait, on the server and in both languages", async () => {
    const wait = (retryAfterSeconds: number) => commonRefusals.rate_limited({ retryAfterSeconds });
    expect(textOf(wait(1))).toBe("Too many attempts. Try again in 1 second.");
    expect(wait(1).message).toBe(textOf(wait(1)));
    await changeLanguage("ar");
    const texts = [1, 2, 3, 30].map((seconds) => textOf(wait(seconds)));
    await changeLanguage("en");
    expect(texts).toEqual([
      "محاولات كثيرة. أعد المحاولة بعد ثانية واحدة.",
      "محاولات كثيرة. أعد المحاولة بعد ثانيتين.",
      "محاولات كثيرة. أعد المحاولة بعد 3 ثوانٍ.",
      "محاولات كثيرة. أعد المحاولة بعد 30 ثانية.",
    ]);
  });

  test("comes from the feature that declares it", () =>
    expect(textOf(new Refusal("brand_has_products", 409, "server", { count: 3 }))).toBe(
      "Its 3 products must go first.",
    ));

  test("without a translation is the server's message, else its first field error", () => {
    expect(textOf(new Refusal("unheard_of", 409, "Said by the server."))).toBe("Said by the server.");
    const errors = [{ path: "name", code: "required", message: "" }];
    expect(textOf(new Refusal("unheard_of", 409, "", {}, errors))).toBe("This field is required.");
  });

  test("is not used for a fault", () => expect(textOf(new TypeError("x is undefined"))).toBe("Something went wrong"));
});

describe("a field error", () => {
  const issue = (code: string, params: Record<string, unknown>) =>
    issueText({ path: "name", code, message: "raw", params });

  test.each([
    ["too_small", { origin: "string", minimum: 1 }, "This field is required."],
    ["too_small", { origin: "string", minimum: 3 }, "Use at least 3 characters."],
    ["too_small", { origin: "number", minimum: 3 }, "Must be at least 3."],
    ["too_big", { origin: "string", maximum: 160 }, "Use at most 160 characters."],
    ["too_big", { origin: "array", maximum: 2 }, "Choose at most 2."],
    ["country_code", {}, "Enter a valid country code, for example MY."],
    ["nobody_knows", {}, "raw"],
  ])("%s with %j reads '%s'", (code, params, text) => expect(issue(code, params)).toBe(text));

  test("agrees with its number in Arabic", async () => {
    await changeLanguage("ar");
    const texts = [2, 3, 11].map((minimum) => issue("too_small", { origin: "string", minimum }));
    await changeLanguage("en");
    expect(texts).toEqual(["حرفان على الأقل.", "3 أحرف على الأقل.", "11 حرفًا على الأقل."]);
  });
});
