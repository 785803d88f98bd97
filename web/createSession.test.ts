import { describe, expect, test } from "vitest";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import { callRefusals, type Transport } from "#web/call.ts";
import { createSession, tokenKey } from "#web/createSession.ts";
import type { SignedInUser, SessionNotice, SessionSource } from "#web/session.tsx";
import type { StoredSettings } from "#web/settings/settings.ts";

const signedInUser: SignedInUser = {
  userId: "0190a1b2-0000-7000-8000-000000000001",
  userNumber: 1,
  userCategoryId: 1,
  name: "Huda Darwish",
  email: "huda@mizan.example",
  roles: [{ code: "brand_manager", title: "Brand manager", titleI18n: {} }],
  viewedAs: null,
  shortcuts: null,
  photoUrl: "",
  settings: {},
  permissions: ["brands.read"],
  mustFirst: null,
};

/** A session with a server made of `source` and `transport`, and `token` already in the browser's storage. */
function arrange({
  token = null,
  source = {},
  transport = async () => new Response("{}"),
}: {
  token?: string | null;
  source?: Partial<SessionSource>;
  transport?: Transport;
}) {
  const kept = new Map(token === null ? [] : [[tokenKey, token]]);
  const notices: SessionNotice[] = [];
  const applied: StoredSettings[] = [];
  const session = createSession({
    source: {
      check: async () => signedInUser,
      readMenu: async () => [],
      signOut: async () => {},
      viewAs: async () => {},
      keepShortcuts: async () => {},
      keepSettings: async () => {},
      ...source,
    },
    transport,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    announce: (notice) => void notices.push(notice),
    applySettings: async (settings) => void applied.push(settings),
  });
  return { session, notices, applied, keptToken: () => kept.get(tokenKey) ?? null };
}

const refusing = (refusal: Error) => async () => Promise.reject(refusal);
const request = () => new Request("http://localhost/api/v1/brands");

describe("the check at the start", () => {
  test("finds nobody without a token, and sends no request", async () => {
    const { session, notices } = arrange({ source: { check: refusing(new Error("asked")) } });
    await session.start();
    expect(session.read()).toEqual({ status: "signedOut" });
    expect(notices).toEqual([]);
  });

  test("signs in with a valid token and announces it", async () => {
    const { session, notices } = arrange({ token: "good" });
    await session.start();
    expect(session.read()).toEqual({ status: "signedIn", person: signedInUser, menu: [], rights: null });
    expect(notices).toEqual([{ kind: "loggedIn", isNew: false }]);
  });

  test.each([
    ["access_token expired", commonRefusals.token_expired()],
    ["Invalid access_token", commonRefusals.invalid_token()],
    ["Failed to login with token.", commonRefusals.not_found()],
    ["Failed to login with token.", commonRefusals.internal()],
  ])("logs out with '%s'", async (message, refusal) => {
    const { session, notices, keptToken } = arrange({ token: "old", source: { check: refusing(refusal) } });
    await session.start();
    expect(session.read()).toEqual({ status: "signedOut" });
    expect(keptToken()).toBeNull();
    expect(notices.map((notice) => notice.kind === "ended" && notice.refusal.message)).toEqual([message]);
  });

  test("logs out when the reply contains no user", async () => {
    const { session, keptToken } = arrange({ token: "odd", source: { check: async () => ({}) as SignedInUser } });
    await session.start();
    expect(session.read()).toEqual({ status: "signedOut" });
    expect(keptToken()).toBeNull();
  });

  test.each([
    ["the network is away", callRefusals.unreachable()],
    ["the server is slow", callRefusals.timeout()],
    ["the database is away", commonRefusals.retry_later()],
    ["a proxy finds no server", new Refusal("unexplained", 502, "")],
    ["the page itself fails", new TypeError("load failed")],
  ])("keeps the token while %s, and signs in once it is over", async (_, failure) => {
    let isAway = true;
    const check = async () => (isAway ? Promise.reject(failure) : signedInUser);
    const { session, keptToken } = arrange({ token: "good", source: { check } });
    await session.start();
    expect(session.read()).toEqual({ status: "unreachable" });
    expect(keptToken()).toBe("good");
    isAway = false;
    await session.start();
    expect(session.read().status).toBe("signedIn");
  });
});

describe("signing in", () => {
  test("stores the token and enters", async () => {
    const { session, keptToken } = arrange({});
    await expect(session.signIn("new")).resolves.toEqual(signedInUser);
    expect(session.read().status).toBe("signedIn");
    expect(keptToken()).toBe("new");
  });

  test("clears the token when entering fails, and says why", async () => {
    const { session, keptToken } = arrange({ source: { readMenu: refusing(commonRefusals.internal()) } });
    await expect(session.signIn("new")).rejects.toBeInstanceOf(Refusal);
    expect(session.read()).toEqual({ status: "signedOut" });
    expect(keptToken()).toBeNull();
  });
});

describe("a call", () => {
  test("carries the token in x-access-token, and none when there is none", async () => {
    const seen: (string | null)[] = [];
    const transport: Transport = async ({ headers }) => {
      seen.push(headers.get("x-access-token"));
      return new Response("{}");
    };
    const { session } = arrange({ transport });
    await session.transport(request());
    await session.signIn("good");
    await session.transport(request());
    expect(seen).toEqual([null, "good"]);
  });

  test("with a 401 response ends the session once, however many there are", async () => {
    const transport: Transport = async () => Response.json({ code: "token_expired" }, { status: 401 });
    const { session, notices, keptToken } = arrange({ token: "good", transport });
    await session.start();
    const responses = await Promise.all([session.transport(request()), session.transport(request())]);
    expect(responses.map(({ status }) => status)).toEqual([401, 401]);
    expect(session.read()).toEqual({ status: "signedOut" });
    expect(keptToken()).toBeNull();
    expect(notices.filter(({ kind }) => kind === "ended")).toHaveLength(1);
  });

  test("of the previous session does not end the next one", async () => {
    let answer = (_: Response) => {};
    const transport: Transport = () => new Promise((resolve) => (answer = resolve));
    const { session } = arrange({ token: "first", transport });
    await session.start();
    const late = session.transport(request());
    await session.signIn("second");
    answer(new Response("{}", { status: 401 }));
    await late;
    expect(session.read().status).toBe("signedIn");
  });

  test("without a token leaves a 401 response to the caller", async () => {
    const transport: Transport = async () => new Response("{}", { status: 401 });
    const { session, notices } = arrange({ transport });
    await session.start();
    expect((await session.transport(request())).status).toBe(401);
    expect(notices).toEqual([]);
  });
});

describe("signing out", () => {
  test("clears the token and ends that session on the server", async () => {
    const reported: (string | null)[] = [];
    const transport: Transport = async ({ headers }) => {
      reported.push(headers.get("x-access-token"));
      return new Response(null);
    };
    const signOut = async (send: Transport) => void (await send(request()));
    const { session, keptToken } = arrange({ token: "good", transport, source: { signOut } });
    await session.start();
    await session.signOut();
    expect(reported).toEqual(["good"]);
    expect(keptToken()).toBeNull();
    expect(session.read()).toEqual({ status: "signedOut" });
  });

  test("signs out here even if the server can't be reached, and reports that", async () => {
    const signOut = refusing(callRefusals.unreachable());
    const { session, keptToken } = arrange({ token: "good", source: { signOut } });
    await session.start();
    await expect(session.signOut()).rejects.toBeInstanceOf(Refusal);
    expect(keptToken()).toBeNull();
    expect(session.read()).toEqual({ status: "signedOut" });
  });

  test("in another tab signs out this one too", async () => {
    const { session } = arrange({ token: "good" });
    await session.start();
    session.handleStorage({ key: "something else", newValue: null });
    expect(session.read().status).toBe("signedIn");
    session.handleStorage({ key: tokenKey, newValue: null });
    expect(session.read()).toEqual({ status: "signedOut" });
  });

  test("in another tab is announced as a new sign-in by token", async () => {
    const { session, notices } = arrange({ token: "good" });
    session.handleStorage({ key: tokenKey, newValue: "good" });
    await expect.poll(() => notices).toEqual([{ kind: "loggedIn", isNew: true }]);
  });

  test("during the first check is not undone by that check's response", async () => {
    let answer = (_: SignedInUser) => {};
    const check = () => new Promise<SignedInUser>((resolve) => (answer = resolve));
    const { session, notices } = arrange({ token: "good", source: { check } });
    const started = session.start();
    session.handleStorage({ key: tokenKey, newValue: null });
    answer(signedInUser);
    await started;
    expect(session.read()).toEqual({ status: "signedOut" });
    expect(notices).toEqual([]);
  });
});

describe("permissions", () => {
  test("are those of the signed-in user", async () => {
    const { session } = arrange({ token: "good" });
    expect(session.can({ permission: "session" })).toBe(false);
    await session.start();
    expect(session.can({ permission: "public" })).toBe(true);
    expect(session.can({ permission: "session" })).toBe(true);
    expect(session.can({ permission: "brands.read" })).toBe(true);
    expect(session.can({ permission: "brands.create" })).toBe(false);
  });

  test("allow reading and ending the view, but no changes, while viewing as another user", async () => {
    const eyes: unknown[] = [];
    const viewedAs = { kind: "role", title: "Staff", titleI18n: {} } as const;
    const { session } = arrange({
      source: {
        viewAs: async (_transport, wanted) => void eyes.push(wanted),
        check: async () => ({ ...signedInUser, viewedAs: eyes.at(-1) ? viewedAs : null }),
      },
    });
    await session.signIn("token");
    const change = { permission: "brands.read", method: "PATCH" } as const;
    expect(session.can(change)).toBe(true);
    await session.viewAs({ roleId: "staff" });
    expect(session.can({ permission: "brands.read", method: "GET" })).toBe(true);
    // The operation that an import begins with.
    expect(session.can({ permission: "brands.read", method: "GET", holdsNoRecords: true })).toBe(false);
    expect(session.can(change)).toBe(false);
    expect(session.can({ ...change, allowedWhileViewingAs: true })).toBe(true);
    await session.viewAs(null);
    expect(session.can(change)).toBe(true);
    expect(eyes).toEqual([{ roleId: "staff" }, null]);
  });
});

describe("starred pages", () => {
  const starred = [{ path: "/home", title: "Home" }];

  test("are shown immediately and stored", async () => {
    const kept: unknown[] = [];
    const { session } = arrange({
      source: { keepShortcuts: async (_transport, shortcuts) => void kept.push(shortcuts) },
    });
    await session.signIn("token");
    const keeping = session.keepShortcuts(starred);
    expect(session.read()).toMatchObject({ person: { shortcuts: starred } });
    await keeping;
    expect(kept).toEqual([starred]);
  });

  test("that are items of the menu are stored by the ids of these", async () => {
    const kept: unknown[] = [];
    const row = {
      ad_main_id: 3,
      ad_main_title: "Brands",
      ad_main_link: "/apps/brand",
      ad_sub_id: 31,
      ad_sub_title: "Brands",
    };
    const { session } = arrange({
      source: {
        readMenu: async () => [{ ...row, ad_sub_link: "/apps/brand/brands" }],
        keepShortcuts: async (_transport, shortcuts) => void kept.push(shortcuts),
      },
    });
    await session.signIn("token");
    const record = { path: "/apps/brand/brands/7", title: "Zaytouna" };
    await session.keepShortcuts([
      { path: "/apps/calendar/events", title: "Events" },
      { path: "/apps/brand/brands", title: "Brands" },
      record,
    ]);
    expect(kept).toEqual([["events", "brand.brands", record]]);
  });

  test("are restored if they could not be stored", async () => {
    const { session } = arrange({ source: { keepShortcuts: refusing(commonRefusals.internal()) } });
    await session.signIn("token");
    await expect(session.keepShortcuts(starred)).rejects.toMatchObject({ code: "internal" });
    expect(session.read()).toMatchObject({ person: { shortcuts: null } });
  });
});

describe("permissions that change during the session", () => {
  const answering = (marks: { rights: string }) => async () =>
    new Response("{}", { headers: { "x-rights": marks.rights } });

  test("are reloaded after the next response: user and menu, once", async () => {
    const marks = { rights: "a" };
    let permissions = ["brands.read"];
    let checks = 0;
    const check: SessionSource["check"] = async (transport) => {
      checks++;
      await transport(new Request("https://mizan.test/api/v1/session"));
      return { ...signedInUser, permissions };
    };
    const { session } = arrange({ source: { check }, transport: answering(marks) });
    await session.signIn("token");
    const ask = () => session.transport(new Request("https://mizan.test/api/v1/brands"));
    await ask();
    expect(checks).toBe(1);

    permissions = [];
    marks.rights = "b";
    await Promise.all([ask(), ask(), ask()]);
    await expect.poll(() => session.read()).toMatchObject({ person: { permissions: [] }, rights: "b" });
    expect(checks).toBe(2);
  });

  test("are not reloaded for a session that is over", async () => {
    const marks = { rights: "a" };
    const { session } = arrange({ transport: answering(marks) });
    await session.signIn("token");
    const late = session.transport(new Request("https://mizan.test/api/v1/brands"));
    await session.signOut();
    await late;
    expect(session.read()).toEqual({ status: "signedOut" });
  });
});

describe("the user's settings", () => {
  const inRiyadh = { mizan: { timeZone: "Asia/Riyadh" } };

  test("apply at the sign-in", async () => {
    const { session, applied } = arrange({ source: { check: async () => ({ ...signedInUser, settings: inRiyadh }) } });
    await session.signIn("good");
    expect(applied).toEqual([inRiyadh]);
  });

  test("are sent once for two quick changes, without the defaults and beside what other applications store", async () => {
    const stored = { ...signedInUser, settings: { chart: "lines" } };
    const sent: unknown[] = [];
    const keepSettings: SessionSource["keepSettings"] = async (_, settings) => void sent.push(settings);
    const { session, applied } = arrange({ token: "good", source: { check: async () => stored, keepSettings } });
    await session.start();
    const first = session.keepSettings({ mizan: { weekStart: 6 } });
    await Promise.all([first, session.keepSettings({ mizan: { weekStart: null, timeZone: "Asia/Riyadh" } })]);
    expect(sent).toEqual([{ chart: "lines", ...inRiyadh }]);
    expect(applied.at(-1)).toEqual({ chart: "lines", ...inRiyadh });
  });

  test("return to those of the server if it does not store them", async () => {
    const { session, applied } = arrange({ token: "good", source: { keepSettings: refusing(new Error("no")) } });
    await session.start();
    await expect(session.keepSettings(inRiyadh)).rejects.toThrow("no");
    expect(applied.at(-1)).toEqual({});
    expect(session.read()).toMatchObject({ person: { settings: {} } });
  });

  test("change in this browser alone while viewing as another user", async () => {
    const viewed = { ...signedInUser, viewedAs: { kind: "role", title: "Staff", titleI18n: {} } as const };
    const keepSettings = refusing(new Error("read-only"));
    const { session, applied } = arrange({ token: "good", source: { check: async () => viewed, keepSettings } });
    await session.start();
    await session.keepSettings(inRiyadh);
    expect(applied.at(-1)).toEqual(inRiyadh);
  });
});
