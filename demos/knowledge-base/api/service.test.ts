import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "#base/refusal.ts";
import { seedOnce } from "#api/seed.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { knowledgeBaseFeature } from "#demos/knowledge-base/api/routes.ts";
import { glossary, type GlossaryTerm, knowledgeBase } from "#demos/knowledge-base/contract.ts";
import { glossaryFields } from "#demos/knowledge-base/fields.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let editor: Transport;
let other: Transport;
let reader: Transport;
const mayEdit = ["articles.read", "articles.create", "articles.update"];
beforeAll(async () => {
  app = await testApi([knowledgeBaseFeature]);
  editor = (await app.signIn("Edith", mayEdit)).transport;
  other = (await app.signIn("Omar", mayEdit)).transport;
  reader = (await app.signIn("Reader", [])).transport;
});
afterAll(() => app.close());

const add = (values: Partial<typeof glossaryFields.empty>, who = editor, id = newId()) =>
  call(who, glossary.create, { ...glossaryFields.empty, definition: "What it means.", id, ...values });
const key = ({ id, version }: Pick<GlossaryTerm, "id" | "version">) => ({ id, version });
const move = (term: GlossaryTerm, to: GlossaryTerm["status"]) =>
  call(editor, glossary.changeStatus, { ...key(term), to });
const read = async (id: string) =>
  (await call(reader, knowledgeBase.glossary, {})).terms.find((term) => term.id === id);
const refusalOf = async (promise: Promise<unknown>): Promise<Refusal> => {
  const [result] = await Promise.allSettled([promise]);
  if (result.status === "rejected" && result.reason instanceof Refusal) return result.reason;
  throw new Error("no refusal");
};
const fieldsOf = ({ errors }: Refusal) => errors.map(({ path, code }) => `${path} ${code}`);

test("a term is added, changed, removed and restored, and every signed-in user reads it", async () => {
  const added = await add({ term: "Ledger", termAr: "دفتر الأستاذ", definitionAr: "سجل." });
  expect(await read(added.id)).toEqual({
    id: added.id,
    term: "Ledger",
    termAr: "دفتر الأستاذ",
    definition: "What it means.",
    definitionAr: "سجل.",
    version: 1,
  });
  const changed = await call(other, glossary.update, { ...key(added), definition: "Only added to." });
  expect(await read(added.id)).toMatchObject({ definition: "Only added to.", termAr: "دفتر الأستاذ", version: 2 });
  const removed = await move(changed, "archived");
  expect(await read(added.id)).toBeUndefined();
  expect((await refusalOf(call(other, glossary.update, { ...key(removed), term: "Book" }))).code).toBe("term_removed");
  await move(removed, "active");
  expect(await read(added.id)).toMatchObject({ term: "Ledger", version: 4 });
  const entries = await rowsOf<{ action: string }>(
    app.db,
    sql`select action from audit_log where resource = 'glossaryTerms' and resource_id = ${added.id} order by id`,
  );
  expect(entries.map(({ action }) => action)).toEqual(["create", "update", "remove", "restore"]);
});

test("a reader may not write, whoever may edit articles may", async () => {
  const added = await add({ term: "Webhook" });
  expect((await refusalOf(add({ term: "Hook" }, reader))).code).toBe("permission_denied");
  const denied = [
    call(reader, glossary.update, { ...key(added), term: "Hook" }),
    call(reader, glossary.changeStatus, { ...key(added), to: "archived" }),
  ];
  for (const each of denied) expect((await refusalOf(each)).code).toBe("permission_denied");
  expect(await read(added.id)).toMatchObject({ term: "Webhook", version: 1 });
});

test("each language has a term once, however it is spelled, and the refusal names the field", async () => {
  const first = await add({ term: "E-number", termAr: "إضافة غذائية" });
  for (const term of ["e number", "  E‑NUMBER "]) {
    const refusal = await refusalOf(add({ term }));
    expect([refusal.code, refusal.status, fieldsOf(refusal)]).toEqual(["duplicate_term", 409, ["term duplicate_term"]]);
  }
  const arabic = await refusalOf(add({ term: "Additive", termAr: "اضافه غذائيّة" }));
  expect(fieldsOf(arabic)).toEqual(["termAr duplicate_term"]);
  const second = await add({ term: "Additive" });
  const changed = await refusalOf(call(editor, glossary.update, { ...key(second), termAr: "إضافة غذائية" }));
  expect(fieldsOf(changed)).toEqual(["termAr duplicate_term"]);
  expect(await read(second.id)).toMatchObject({ termAr: null, version: 1 });
  // A removed term gives its name free, and can't come back while another has it.
  const removed = await move(first, "archived");
  const third = await add({ term: "E-number" });
  expect((await refusalOf(move(removed, "active"))).code).toBe("duplicate_term");
  await move(third, "archived");
  expect(await move(removed, "active")).toMatchObject({ status: "active" });
});

test("two equal terms sent at once leave one, and the same request sent again answers the first", async () => {
  const results = await Promise.allSettled(["Payout", "PAYOUT", "payout"].map((term) => add({ term })));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const id = newId();
  const first = await add({ term: "Reserve" }, editor, id);
  expect(await add({ term: "Reserve" }, editor, id)).toEqual(first);
});

test("an old version is refused with what is stored now, and changes nothing", async () => {
  const added = await add({ term: "Hold" });
  await call(other, glossary.update, { ...key(added), definition: "Set aside." });
  const refusal = await refusalOf(call(editor, glossary.update, { ...key(added), definition: "Something else." }));
  expect([refusal.code, refusal.status]).toEqual(["version_conflict", 412]);
  expect(refusal.details).toMatchObject({ changedBy: "Omar", current: { definition: "Set aside.", version: 2 } });
  expect((await refusalOf(move(added, "archived"))).code).toBe("version_conflict");
  expect(await read(added.id)).toMatchObject({ definition: "Set aside.", version: 2 });
});

test("input that is missing, too long or without its term is refused at its field", async () => {
  expect(fieldsOf(await refusalOf(add({ term: "  " })))).toEqual(["term too_small"]);
  expect(fieldsOf(await refusalOf(add({ term: "x".repeat(81) })))).toEqual(["term too_big"]);
  expect(fieldsOf(await refusalOf(add({ term: "Scope", definition: "" })))).toEqual(["definition too_small"]);
  expect(fieldsOf(await refusalOf(add({ term: "Scope", definitionAr: "شرح" })))).toEqual(["termAr term_ar_missing"]);
  expect((await refusalOf(call(editor, glossary.update, { id: newId(), version: 1, term: "Scope" }))).code).toBe(
    "not_found",
  );
});

test("the samples are thirty terms with both languages, each with a key of its own", async () => {
  const fresh = await testApi([knowledgeBaseFeature]);
  try {
    await seedOnce(fresh.api.systemContext(), [knowledgeBaseFeature]);
    const { transport } = await fresh.signIn("Reader", []);
    const { terms } = await call(transport, knowledgeBase.glossary, {});
    expect(terms).toHaveLength(30);
    expect(terms.filter(({ termAr, definitionAr }) => !termAr || !definitionAr)).toEqual([]);
    expect(terms.find(({ term }) => term === "GTIN")?.definition).toMatch(/check digit/);
  } finally {
    await fresh.close();
  }
});
