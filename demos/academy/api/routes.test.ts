import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { seedOnce } from "#api/seed.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { academyFeature } from "#demos/academy/api/routes.ts";
import { academyExtras, type Course, type FullCourse } from "#demos/academy/contract.ts";
import { call, type Transport } from "#web/call.ts";

// The calls of spec 001 as another program would make them (wire-shapes.md), then those of the screens. Runs on both
// databases.

let app: TestApi;
let aisyah: Transport;
let omar: Transport;
beforeAll(async () => {
  app = await testApi([academyFeature]);
  await seedOnce(app.api.systemContext(), [academyFeature]);
  aisyah = (await app.signIn("Aisyah", [])).transport;
  omar = (await app.signIn("Omar", ["courses.update", "courses.assign", "courses.report"])).transport;
});
afterAll(() => app.close());

async function send(path: string, body?: object, who = aisyah) {
  const headers = { "content-type": "application/json;charset=UTF-8" };
  const sent = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
  const response = await who(new Request(`https://mizan.test/api/academy-app/${path}`, sent));
  return { status: response.status, missing: response.headers.get("x-record-missing"), text: await response.text() };
}
const read = async <Answer>(path: string, who = aisyah) =>
  JSON.parse((await send(path, undefined, who)).text) as Answer;
const listed = async (id: string, who = aisyah) =>
  (await read<Course[]>("courses", who)).find((course) => course.id === id);
const keysOf = (record: object) => Object.keys(record).sort().join(" ");
const courseKeys = "activeStep category description id length slug title totalSteps updated";

describe("the answers", () => {
  test("ACA-1: categories have a number, a value of the spec, a label and a colour", async () => {
    const categories = await read<{ id: number; value: string }[]>("categories");
    expect(categories.map(keysOf)).toEqual(categories.map(() => "color id label value"));
    expect(categories.map(({ value }) => value)).toEqual(["web", "firebase", "cloud", "android"]);
    for (const { id } of categories) expect(id).toBeTypeOf("number");
  });

  test("ACA-2: courses have no steps, and the sample progress of their reader", async () => {
    const courses = await read<Course[]>("courses");
    expect(courses.map(keysOf)).toEqual(courses.map(() => courseKeys));
    const states = courses.map(({ activeStep }) => (activeStep === 0 ? "new" : activeStep === 11 ? "done" : "on"));
    const count = (state: string) => states.filter((each) => each === state).length;
    expect([count("new"), count("on"), count("done")]).toEqual([5, 7, 4]);
    for (const { length, totalSteps } of courses) expect([typeof length, totalSteps]).toEqual(["number", 11]);
  });

  test("ACA-3: a course has its steps, and an unknown one is an empty answer", async () => {
    const course = await read<FullCourse>("course?courseId=promocode-setup&courseHandle=x");
    expect(keysOf(course)).toBe(`${courseKeys} steps`.split(" ").sort().join(" "));
    expect(course.steps).toHaveLength(11);
    for (const step of course.steps) expect(keysOf(step)).toBe("content id title");
    expect(await send("course?courseId=nothing")).toEqual({ status: 200, missing: "1", text: "" });
  });
});

describe("saving and updating", () => {
  const posted = {
    id: "till-training",
    title: "Till training",
    category: "web",
    length: 30,
    steps: [
      { id: "a", title: "First", content: "<p>Safe</p><script>alert(1)</script>" },
      { id: "b", title: "Second", content: "<p>More</p>" },
    ],
  };

  test("ACA-5: save creates a course, replaces it as a whole, and answers what was sent", async () => {
    const { status, text } = await send("course/save", posted, omar);
    expect([status, JSON.parse(text)]).toMatchObject([200, { id: "till-training", title: "Till training" }]);
    const stored = await read<FullCourse>("course?courseId=till-training");
    expect(stored).toMatchObject({ totalSteps: 2, slug: "till-training", description: "" });
    expect(stored.steps[0]!.content).toBe("<p>Safe</p>");
    await send("course/save", { id: "till-training", title: "Tills", steps: [posted.steps[1]] }, omar);
    expect(await read("course?courseId=till-training")).toMatchObject({ title: "Tills", totalSteps: 1, length: 0 });
    expect((await read<Course[]>("courses")).at(-1)!.id).toBe("till-training");
  });

  test("ACA-6: update merges the sent fields, and a course of the product is stored from then on", async () => {
    const { text } = await send("course/update", { id: "data-protection", length: 41 }, omar);
    expect(JSON.parse(text)).toEqual({ id: "data-protection", length: 41 });
    expect(await listed("data-protection")).toMatchObject({
      length: 41,
      totalSteps: 11,
      title: "Protect personal data",
    });
    const unknown = await send("course/update", { id: "nothing", title: "New" }, omar);
    expect(unknown).toMatchObject({ status: 200, missing: "1", text: '{"id":"nothing","title":"New"}' });
    expect(await listed("nothing")).toBeUndefined();
  });

  test("ACA-6: with activeStep alone it is the caller's own progress, and other fields take the right to edit", async () => {
    await send("course/update", { id: "arabic-and-access", activeStep: 3 });
    expect((await listed("arabic-and-access"))!.activeStep).toBe(3);
    expect((await listed("arabic-and-access", omar))!.activeStep).toBe(0);
    const refused = await send("course/update", { id: "arabic-and-access", title: "Mine" });
    expect(refused.status).toBe(403);
    expect((await send("course/save", posted)).status).toBe(403);
  });

  test("ACA-8: a value that no course has is refused with the name of its field", async () => {
    const { status, text } = await send("course/save", { ...posted, category: "desktop" }, omar);
    expect([status, JSON.parse(text).errors[0].path]).toEqual([422, "category"]);
  });
});

describe("the editor", () => {
  test("keeps totalSteps right, refuses a course that another user changed meanwhile, and does not create one twice", async () => {
    const {
      slug: _s,
      updated: _u,
      version: _v,
      ...text
    } = await call(omar, academyExtras.readText, { id: "scan-and-search" });
    const copy = { ...text, id: "copy", title: "Copy" };
    const created = await call(omar, academyExtras.create, copy);
    expect(await call(omar, academyExtras.create, copy)).toEqual(created);
    expect((await refusalOf(call(omar, academyExtras.create, { ...copy, title: "Other" }))).code).toBe(
      "course_id_taken",
    );
    const change = { id: "copy", version: created.version, steps: created.steps.slice(0, 4) };
    await call(omar, academyExtras.updateText, change);
    expect((await listed("copy"))!.totalSteps).toBe(4);
    expect((await refusalOf(call(omar, academyExtras.updateText, change))).code).toBe("version_conflict");
    expect((await refusalOf(call(aisyah, academyExtras.readText, { id: "copy" }))).code).toBe("permission_denied");
  });
});

describe("a reader", () => {
  const id = "wallet-disputes";

  test("gets on only past questions answered right, finishes with a date and a number, and Undo takes both back", async () => {
    const course = await call(aisyah, academyExtras.read, { id });
    expect(JSON.stringify(course)).not.toContain('"answer":');
    const first = course.steps.findIndex(({ quiz }) => quiz !== null);
    const done = (activeStep: number) => call(aisyah, academyExtras.setProgress, { courseId: id, activeStep });
    expect(await done(first)).toMatchObject({ activeStep: first, finishedAt: null });
    expect((await refusalOf(done(first + 1))).code).toBe("question_open");
    for (const step of course.steps.filter(({ quiz }) => quiz !== null)) {
      const tries = step.quiz!.options.map((_, choice) => ({ courseId: id, stepId: step.id, choice }));
      for (const attempt of tries) if ((await call(aisyah, academyExtras.answer, attempt)).isRight) break;
    }
    const finished = await done(11);
    expect(finished).toMatchObject({ activeStep: 11, finishedAt: app.clock.now });
    expect(await done(11)).toMatchObject({ certificateNumber: finished.certificateNumber });
    const number = finished.certificateNumber!;
    expect(await call(omar, academyExtras.certificate, { number })).toMatchObject({ name: "Aisyah", number });
    expect(await done(10)).toMatchObject({ activeStep: 10, finishedAt: null, certificateNumber: null });
    expect((await refusalOf(call(omar, academyExtras.certificate, { number }))).code).toBe("not_found");
  });

  test("sees when a course of their role is due, and managers see who has not finished it", async () => {
    const role = { courseId: "certificate-checks", roleCode: "staff", dueOn: "2026-11-19" };
    await app.db.execute(sql`
      insert into user_roles (user_id, role_id, granted_at)
      select users.id, roles.id, now() from users, roles where roles.code = 'staff' and users.name = 'Aisyah'`);
    const { roles } = await call(omar, academyExtras.listAssignments, { id: role.courseId });
    expect(roles.map(({ code }) => code)).toContain("staff");
    await call(omar, academyExtras.assign, role);
    const due = (await call(aisyah, academyExtras.list, {})).find((course) => course.id === role.courseId);
    expect(due!.dueOn).toBe("2026-11-19");
    const rows = await call(omar, academyExtras.report, {});
    expect(rows[0]).toMatchObject({ name: "Aisyah", courseId: role.courseId, isOverdue: true, activeStep: 0 });
    const csv = await omar(new Request("https://mizan.test/api/academy-app/x/report.csv"));
    expect(await csv.text()).toContain("Aisyah,Check a halal certificate");
    expect(await call(omar, academyExtras.assign, { ...role, dueOn: null })).toEqual([]);
    const unknown = { ...role, roleCode: "nobody" };
    expect((await refusalOf(call(omar, academyExtras.assign, unknown))).code).toBe("not_found");
  });
});
