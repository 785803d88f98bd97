import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hourMs } from "#base/time.ts";
import { refusalOf, type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { account } from "#features/access/session/contract/account.ts";
import { call } from "#web/call.ts";
import { session } from "#features/access/session/contract.ts";
import { sql } from "drizzle-orm";

const password = "nine lemon trees in a row";
const email = "aisyah@mizan.example";
let app: SessionApi;
let userId: string;
beforeAll(async () => {
  app = await sessionApi();
  ({ userId } = await app.addPerson({ email, password, role: "staff", name: "Aisyah" }));
});
afterAll(() => app.close());

const data = { displayName: "Aisyah", photoURL: "", email, settings: {}, shortcuts: ["events"] };

test("the template's shell signs in and gets the user in the format that it reads", async () => {
  const signedIn = await call(app.anonymous, account.signIn, { email, password });
  expect(signedIn).toEqual({
    user: { uuid: userId, from: "custom-db", role: ["staff"], data },
    access_token: expect.stringMatching(/^[\w-]{43}$/) as unknown,
  });
  const again = { user: signedIn.user, access_token: signedIn.access_token };
  const transport = app.transportFor({ token: signedIn.access_token });
  expect(await call(transport, account.signInByToken, { token: "" })).toEqual(again);
  const posted = { access_token: signedIn.access_token };
  expect(await call(app.anonymous, account.signInByPostedToken, posted)).toEqual(again);
});

describe("credentials in an address", () => {
  const asking = (path: string, token = "") =>
    app
      .transportFor({ token })(new Request(`https://mizan.test${path}`))
      .then((response) => response.json());
  const query = `email=${encodeURIComponent(email)}&password=${encodeURIComponent(password)}`;

  test("are refused, whether right or wrong", async () => {
    const refused = { status: 405, code: "credentials_in_url" };
    expect(await asking(`/api/auth?${query}`)).toMatchObject(refused);
    expect(await asking("/api/auth")).toMatchObject(refused);
    const { access_token } = await call(app.anonymous, account.signIn, { email, password });
    expect(await asking(`/api/auth/access-token?access_token=${access_token}`, access_token)).toMatchObject(refused);
    expect(await asking(`/api/auth/access-token?access_token=${access_token}`)).toMatchObject({ status: 401 });
  });

  test("are accepted only with a development switch", async () => {
    const open = await sessionApi({ allowsCredentialsInUrl: true });
    await open.addPerson({ email, password });
    const response = await open.anonymous(new Request(`https://mizan.test/api/auth?${query}`));
    expect(await response.json()).toMatchObject({ user: { data: { email } } });
    await open.close();
  });
});

test("an invalid or ended token in the body is refused with the specification's message", async () => {
  const { access_token } = await call(app.anonymous, account.signIn, { email, password });
  const none = call(app.anonymous, account.signInByPostedToken, { access_token: "x".repeat(43) });
  expect(await refusalOf(none)).toMatchObject({ status: 401, message: "Invalid access_token" });
  app.clock.advance(hourMs);
  const over = call(app.anonymous, account.signInByPostedToken, { access_token });
  expect(await refusalOf(over)).toMatchObject({ status: 401, message: "access_token expired" });
});

describe("the own user", () => {
  const update = async (user: object) => {
    const { access_token } = await call(app.anonymous, account.signIn, { email, password });
    const transport = app.transportFor({ token: access_token });
    return call(transport, account.updateUser, { user } as never);
  };

  test("stores settings and shortcuts, each if it is sent, and across sign-ins", async () => {
    const shortcuts = [{ path: "/apps/brand/brands", title: "العلامات" }];
    await update({ data: { settings: { layout: { style: "layout1" } } } });
    await update({ data: { shortcuts } });
    const { user } = await call(app.anonymous, account.signIn, { email, password });
    expect(user.data).toEqual({ ...data, settings: { layout: { style: "layout1" } }, shortcuts });
  });

  test("accepts neither a role nor an address nor another user's id", async () => {
    const sent = { uuid: "another", role: ["admin"], data: { email: "chief@mizan.example" } };
    expect(await update(sent)).toMatchObject({ uuid: userId, role: ["staff"], data: { displayName: "Aisyah", email } });
  });

  test("stores name and picture, and logs a new name once", async () => {
    const photoURL = "/api/v1/files/0190a1b2-0000-7000-8000-000000000001/original";
    expect(await update({ data: { displayName: " Aisyah Rahman ", photoURL } })).toMatchObject({
      data: { displayName: "Aisyah Rahman", photoURL },
    });
    await update({ data: { displayName: "Aisyah Rahman" } });
    const { rows } = (await app.db.execute(sql`
      select changes from audit_log where resource = 'users' and resource_id = ${userId} and action = 'update'`)) as {
      rows: { changes: unknown }[];
    };
    expect(rows.map(({ changes }) => Object.keys(changes as object))).toEqual([["name"]]);
    await update({ data: { displayName: "Aisyah", photoURL: "" } });
  });

  test("accepts shortcuts by the ids of the template's menu, and screens find their paths", async () => {
    await update({ data: { shortcuts: ["events", "brand.brands"] } });
    const { access_token, user } = await call(app.anonymous, account.signIn, { email, password });
    expect(user.data.shortcuts).toEqual(["events", "brand.brands"]);
    const profile = await call(app.transportFor({ token: access_token }), session.readPerson, {});
    expect(profile.shortcuts).toEqual([
      { path: "/apps/calendar/events", title: "events" },
      { path: "/apps/brand/brands", title: "brand.brands" },
    ]);
  });

  test.each([
    ["a picture that runs something", { photoURL: "javascript:alert(1)" }],
    ["a picture of another host", { photoURL: "//evil.example/x.png" }],
    ["a name that is none", { displayName: " " }],
    ["a shortcut by an id that is a path", { shortcuts: ["../evil"] }],
    ["a shortcut that leads elsewhere", { shortcuts: [{ path: "//evil.example", title: "x" }] }],
    ["a shortcut that runs something", { shortcuts: [{ path: "javascript:alert(1)", title: "x" }] }],
    [
      "more shortcuts than anybody stars",
      { shortcuts: Array.from({ length: 51 }, () => ({ path: "/home", title: "x" })) },
    ],
    ["settings of a megabyte", { settings: { x: "x".repeat(20_000) } }],
    ["settings that are a list", { settings: [] }],
  ])("rejects %s", async (_what, sent) => {
    expect(await refusalOf(update({ data: sent }))).toMatchObject({ status: 422, code: "invalid_input" });
  });
});
