import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refusal } from "#base/refusal.ts";
import { dayMs } from "#base/time.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { faqFeature } from "#demos/faq/api/routes.ts";
import { faq } from "#demos/faq/contract.ts";
import { knowledgeBaseFeature } from "#demos/knowledge-base/api/routes.ts";
import { type Article, articles, knowledgeBase } from "#demos/knowledge-base/contract.ts";
import { articleFields } from "#demos/knowledge-base/fields.ts";
import { publishingFeature } from "#demos/publishing/api/routes.ts";
import { todoExtras } from "#demos/todo/contract.ts";
import { todoFeature } from "#demos/todo/api/routes.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let editor: Transport;
let reviewer: Transport;
let reader: Transport;
const mayEdit = ["articles.read", "articles.create", "articles.update"];
beforeAll(async () => {
  app = await testApi([todoFeature, publishingFeature, knowledgeBaseFeature, faqFeature]);
  editor = (await app.signIn("Edith", [...mayEdit, "articles.publish"])).transport;
  const other = await app.signIn("Rafi", [...mayEdit, "articles.publish"]);
  reviewer = other.transport;
  // Whether another user could publish is read from the roles.
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select ${other.actor.userId}::uuid, id, now() from roles where code = 'campaign_approver'`);
  reader = (await app.signIn("Reader", [])).transport;
});
afterAll(() => app.close());

const write = (values: Partial<typeof articleFields.empty> = {}) =>
  call(editor, articles.create, {
    ...articleFields.empty,
    id: newId(),
    title: "Closing the till",
    body: "<p>Count the cash.</p>",
    ...values,
  });
const move = (
  who: Transport,
  { id, version }: Pick<Article, "id" | "version">,
  to: Article["status"],
  reason?: string,
) => call(who, articles.changeStatus, { id, version, to, ...(reason && { reason }) });
async function publish(article: Article): Promise<Article> {
  return move(reviewer, await move(editor, article, "in_review"), "published");
}
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (refusal: Refusal) => refusal.code,
  );
const liveText = async (id: string) =>
  (await call(reader, knowledgeBase.read, {})).articles.find((article) => article.id === id);
const todosOf = async (who: Transport, id: string) =>
  (await call(who, todoExtras.overview, {})).todos.filter((todo) => todo.id.includes(id));

test("a second person publishes, and the text is stored without anything that runs", async () => {
  const draft = await write({
    body: `<p onclick="alert(1)">Count<script>alert(1)</script> the <a href="javascript:alert(1)">cash</a>.</p>`,
    bodyI18n: { ar: `<p>عُدّ النقد<img src=x onerror=alert(1)>.</p>`, fr: "<p></p>" },
  });
  expect(draft).toMatchObject({ body: "<p>Count the cash.</p>", bodyI18n: { ar: "<p>عُدّ النقد.</p>" }, edition: 0 });
  expect(draft.bodyI18n).not.toHaveProperty("fr");
  expect(await liveText(draft.id)).toBeUndefined();
  const submitted = await move(editor, draft, "in_review");
  expect(await refusalOf(move(editor, submitted, "published"))).toBe("transition_blocked");
  expect(await refusalOf(move(reader, submitted, "published"))).toBe("permission_denied");
  const published = await move(reviewer, submitted, "published");
  expect(published).toMatchObject({ status: "published", edition: 1, isLive: true, reviewOn: "2027-05-19" });
  expect(await liveText(draft.id)).toMatchObject({ title: "Closing the till", publishedBy: "Rafi", verdict: null });
});

test("a returned draft needs a reason, and only drafts can be edited", async () => {
  const submitted = await move(editor, await write(), "in_review");
  expect(await refusalOf(move(reviewer, submitted, "draft"))).toBe("invalid_input");
  expect(await refusalOf(call(editor, articles.update, { ...key(submitted), title: "Other" }))).toBe("not_a_draft");
  const returned = await move(reviewer, submitted, "draft", "Name the form.");
  expect(returned.statusReason).toBe("Name the form.");
  expect(await call(editor, articles.update, { ...key(returned), title: "Closing a till" })).toMatchObject({
    title: "Closing a till",
  });
});

test("readers see the last edition while the next is written, and editors can compare them", async () => {
  const first = await publish(await write());
  const revised = await move(editor, first, "draft");
  const draft = await call(editor, articles.update, { ...key(revised), body: "<p>Count twice.</p>" });
  expect(await liveText(first.id)).toMatchObject({ body: "<p>Count the cash.</p>", edition: 1 });
  const second = await publish(draft);
  expect(await liveText(first.id)).toMatchObject({ body: "<p>Count twice.</p>", edition: 2 });
  const { editions } = await call(editor, articles.editions, { id: first.id });
  expect(editions.map(({ edition, body }) => [edition, body])).toEqual([[1, "<p>Count the cash.</p>"]]);
  const archived = await move(editor, second, "archived");
  expect(archived.isLive).toBe(false);
  expect(await liveText(first.id)).toBeUndefined();
  // Bringing it back begins with a draft, which nobody has reviewed.
  expect(await move(editor, archived, "draft")).toMatchObject({ isLive: false, edition: 2 });
  expect(await liveText(first.id)).toBeUndefined();
});

test("a reader who is still stuck gives the author one to-do, which the next edition completes", async () => {
  const article = await publish(await write({ title: "Opening the till" }));
  const say = (verdict: "helped" | "stuck" | null, comment = "") =>
    call(reader, knowledgeBase.giveFeedback, { id: article.id, verdict, comment });
  await say("stuck", "Which key?");
  await say("stuck", "Which key?");
  const [todo, ...more] = await todosOf(editor, article.id);
  expect(more).toEqual([]);
  expect(todo).toMatchObject({ title: "A reader is still stuck: Opening the till", completed: false });
  expect(todo?.notes).toBe(`Which key?\n\n/pages/knowledge-base?article=${article.id}`);
  expect(await todosOf(reader, article.id)).toEqual([]);
  expect(await call(editor, articles.feedback, { id: article.id })).toMatchObject({
    feedback: [{ verdict: "stuck", comment: "Which key?", by: "Reader", edition: 1 }],
    helpedCount: 0,
    stuckCount: 1,
  });
  expect(await liveText(article.id)).toMatchObject({ verdict: "stuck", helpedCount: 0 });
  await publish(await move(editor, article, "draft"));
  expect((await todosOf(editor, article.id)).map(({ completed }) => completed)).toEqual([true]);
  // Feedback on the first edition isn't shown below the second.
  expect(await liveText(article.id)).toMatchObject({ verdict: null });
  await say("helped");
  expect(await liveText(article.id)).toMatchObject({ verdict: "helped", helpedCount: 1 });
  await say(null);
  expect(await liveText(article.id)).toMatchObject({ verdict: null, helpedCount: 0 });
});

test("feedback is private to editors, and texts that readers don't see behave as unknown", async () => {
  const draft = await write();
  expect(await refusalOf(call(reader, knowledgeBase.giveFeedback, { id: draft.id, verdict: "helped" }))).toBe(
    "not_found",
  );
  expect(await refusalOf(call(reader, knowledgeBase.giveFeedback, { id: newId(), verdict: "stuck" }))).toBe(
    "not_found",
  );
  expect(await refusalOf(call(reader, articles.feedback, { id: draft.id }))).toBe("permission_denied");
  expect(await refusalOf(call(editor, articles.editions, { id: newId() }))).toBe("not_found");
  expect(await refusalOf(call(editor, articles.feedback, { id: newId() }))).toBe("not_found");
});

test("a review date makes one to-do on its day, and a later edition completes it", async () => {
  const article = await publish(await write({ title: "Eid hours", reviewOn: "2026-11-25" }));
  expect(article.reviewOn).toBe("2026-11-25");
  await app.runJobs();
  expect(await todosOf(editor, article.id)).toEqual([]);
  app.clock.advance(6 * dayMs);
  await app.runJobs();
  app.clock.advance(dayMs);
  await app.runJobs();
  expect(await todosOf(editor, article.id)).toMatchObject([
    { title: "Review the text: Eid hours", dueDate: "2026-11-25", completed: false },
  ]);
  const revised = await move(editor, await call(editor, articles.get, { id: article.id }), "draft");
  expect((await publish(revised)).reviewOn).toBe("2027-05-26");
  expect(await todosOf(editor, article.id)).toMatchObject([{ completed: true }]);
});

test("searches of the FAQ that found nothing are counted without who searched, the most frequent first", async () => {
  const writer = (await app.signIn("Farah", ["faqAnswers.update"])).transport;
  const report = (query: string) => call(reader, faq.reportEmptySearch, { query });
  await report("استرداد البضاعة");
  await report("Parking");
  await report("  parking ");
  expect((await call(writer, faq.emptySearches, {})).searches).toMatchObject([
    { query: "parking", times: 2 },
    { times: 1 },
  ]);
  expect(await refusalOf(call(reader, faq.emptySearches, {}))).toBe("permission_denied");
});

const key = ({ id, version }: Pick<Article, "id" | "version">) => ({ id, version });
