import type { BrowserContext, Page } from "@playwright/test";
import { credentialsFor, expect, inBothHosts, test } from "./fixtures.ts";
import type { Credentials, Host } from "./hosts.ts";
import { newId } from "./people.ts";

// Its own database, and no page but those of the journey, which are closed in the middle of it.
test.use({ browserOf: "own" });

type Answer = { readonly status: number; readonly text: string };
type Call = { readonly method: string; readonly path: string; readonly body?: unknown; readonly type?: string };

/** A page of the site with none of our code. */
async function openClient(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/robots.txt");
  return page;
}

async function openApp(context: BrowserContext, host: Host): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (host.kind === "browser") await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  return page;
}

/** Whether the service worker answers requests of this page. */
const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

type Sender = (page: Page, call: Call, token?: string) => Promise<Answer>;

const jsonType = "application/json;charset=UTF-8";

const byFetch: Sender = (page, call, token = "") =>
  page.evaluate(
    async ({ method, path, body, type, sent }) => {
      const headers = { "content-type": type, ...(sent ? { "x-access-token": sent } : {}) };
      const response = await fetch(path, { method, headers, body });
      return { status: response.status, text: await response.text() };
    },
    { ...call, body: textOf(call), type: call.type ?? jsonType, sent: token },
  );

const byXhr: Sender = (page, call, token = "") =>
  page.evaluate(
    ({ method, path, body, type, sent }) =>
      new Promise<Answer>((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open(method, path);
        request.setRequestHeader("content-type", type);
        if (sent) request.setRequestHeader("x-access-token", sent);
        request.addEventListener("load", () => resolve({ status: request.status, text: request.responseText }));
        request.addEventListener("error", () => reject(new Error("no response")));
        request.send(body);
      }),
    { ...call, body: textOf(call), type: call.type ?? jsonType, sent: token },
  );

const textOf = ({ body }: Call) =>
  body === undefined || typeof body === "string" ? (body ?? null) : JSON.stringify(body);

async function signInBy(send: Sender, page: Page, { email, password }: Credentials): Promise<string> {
  const body = { mt_email: email, mt_password: password };
  const signIn = () => send(page, { method: "POST", path: "/api/mt_auth/signinInt", body });
  let answer = await signIn();
  // A page that is still starting says so with 503, and clients try again.
  for (let attempt = 0; answer.status === 503 && attempt < 10; attempt++) {
    await page.waitForTimeout(1000);
    answer = await signIn();
  }
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.text) as { accessToken: string }).accessToken;
}

const todoKeys = "completed deleted dueDate id important labels notes startDate starred title".split(" ");

for (const [name, send] of [
  ["fetch", byFetch],
  ["XMLHttpRequest", byXhr],
] as const) {
  test(`a page without our code calls the API by ${name}`, inBothHosts, async ({ context, host }) => {
    await openApp(context, host);
    const client = await openClient(context);
    const token = await signInBy(send, client, credentialsFor(host, "administrator"));
    const answerOf = async (call: Call) => {
      const { status, text } = await send(client, call, token);
      expect({ call, status }).toEqual({ call, status: 200 });
      return text === "" ? null : (JSON.parse(text) as unknown);
    };
    const read = (path: string) => answerOf({ method: "GET", path: `/api/todo-app/${path}` });
    const post = (path: string, body: unknown) => answerOf({ method: "POST", path: `/api/todo-app/${path}`, body });

    for (const list of ["folders", "filters"])
      expect(await read(list)).toContainEqual({
        id: expect.any(Number),
        handle: expect.any(String),
        title: expect.any(String),
        icon: expect.any(String),
      });
    expect(await read("labels")).toContainEqual({ id: 1, handle: "frontend", title: "Frontend", color: "#0f7a5c" });

    const id = newId();
    const todo = { id, title: `Call the printer ${id}`, notes: "قائمة", labels: [1] };
    const created = (await post("new-todo", todo)) as object;
    expect(Object.keys(created)).toEqual(expect.arrayContaining(todoKeys));
    expect(created).toMatchObject(todo);
    expect(await post("update-todo", { ...created, starred: true })).toMatchObject({ id, starred: true });
    const own = expect.objectContaining({ id });
    for (const query of ["", "?folderHandle=all", "?filterHandle=starred", "?labelHandle=frontend"])
      expect(await read(`todos${query}`)).toContainEqual(own);
    expect(await post("toggle-label", { selectedTodoIds: [id], labelId: 1 })).toBeNull();
    expect(await read("todos?labelHandle=frontend")).not.toContainEqual(own);
    const remove = {
      method: "POST",
      path: "/api/todo-app/remove-todo",
      body: id,
      type: "application/x-www-form-urlencoded",
    };
    expect(await answerOf(remove)).toBe(id);
    expect(await read("todos?filterHandle=deleted")).toContainEqual(own);
    expect(await post("delete-todos", { selectedTodoIds: [id] })).toBeNull();
    expect(await read("todos?filterHandle=deleted")).not.toContainEqual(own);

    const statusOf = async (call: Call, sent = token) => (await send(client, call, sent)).status;
    expect(await statusOf({ method: "GET", path: "/api/todo-app/folders" }, "")).toBe(401);
    expect(await statusOf({ method: "PUT", path: "/api/todo-app/folders" })).toBe(405);
    expect(await statusOf({ method: "GET", path: "/api/todo-app/nothing" })).toBe(404);
  });
}

test("a stored picture, an export and a link reach the API", inBothHosts, async ({ context, host }) => {
  await openApp(context, host);
  const client = await openClient(context);
  const token = await signInBy(byFetch, client, credentialsFor(host, "administrator"));

  const brands = await byFetch(client, { method: "GET", path: "/api/v1/brands?limit=100" }, token);
  const fileId = /"logoFileId":"([^"]+)"/.exec(brands.text)?.[1];
  if (host.kind === "browser") expect(fileId).toBeDefined();
  if (fileId !== undefined) {
    const path = `/api/v1/files/${fileId}`;
    const drawn = await client.evaluate(
      async ([address, value]) => {
        const response = await fetch(address, { headers: { "x-access-token": value } });
        const image = new Image();
        image.src = URL.createObjectURL(await response.blob());
        await image.decode();
        return { type: response.headers.get("content-type"), isDrawn: image.naturalWidth > 0 };
      },
      [path, token] as const,
    );
    expect(drawn).toEqual({ type: expect.stringMatching(/^image\//), isDrawn: true });
    // An image sends no token, so the API refuses it, in both hosts.
    const refused = client.waitForResponse((response) => response.url().endsWith(path));
    await client.evaluate((address) => document.body.append(Object.assign(new Image(), { src: address })), path);
    const response = await refused;
    expect([response.status(), response.fromServiceWorker()]).toEqual([401, host.kind === "browser"]);
  }

  const csv = await byFetch(client, { method: "GET", path: "/api/v1/categories/export.csv" }, token);
  expect(csv.status).toBe(200);
  expect(csv.text.split("\n").length).toBeGreaterThan(1);

  await client.evaluate(() => {
    const link = Object.assign(document.createElement("a"), { href: "/api/openapi.json", textContent: "read" });
    document.body.replaceChildren(link);
  });
  const opened = client.waitForResponse((response) => response.url().endsWith("/api/openapi.json"));
  await client.getByRole("link", { name: "read" }).click();
  expect(await (await opened).json()).toMatchObject({ info: { title: "Mizan" } });
});

const filters: Call = { method: "GET", path: "/api/todo-app/filters" };
const unopened = {
  status: 503,
  code: "app_not_open",
  message: expect.stringContaining("Open it in a tab"),
  errors: [],
};

// As a tag, because only the browser host has the service worker.
test("other addresses go to the network, and no answer is stored", inBothHosts, async ({ context, host }) => {
  test.skip(host.kind === "node", "the Node host is the network");
  const app = await openApp(context, host);
  const client = await openClient(context);
  const sourceOf = async (path: string) => {
    const found = client.waitForResponse((response) => response.url().endsWith(path));
    await byFetch(client, { method: "GET", path });
    const response = await found;
    return [response.status(), response.fromServiceWorker()];
  };
  expect(await sourceOf("/api/todo-app/filters")).toEqual([401, true]);
  expect(await sourceOf("/api/nothing")).toEqual([404, false]);
  expect(await sourceOf("/favicon.svg")).toEqual([200, false]);
  // The page that was open on the first visit is served too, without a reload.
  await expect.poll(() => isControlled(app)).toBe(true);
  expect((await byFetch(app, filters)).status).toBe(401);
  expect(await client.evaluate(() => caches.keys())).toEqual([]);
});

test("any open tab serves, and without one the API says so", inBothHosts, async ({ context, host }) => {
  test.skip(host.kind === "node", "a server needs no tab");
  const first = await openApp(context, host);
  const client = await openClient(context);
  const token = await signInBy(byFetch, client, credentialsFor(host, "administrator"));
  const second = await openApp(context, host);
  const inTime = Promise.all(Array.from({ length: 20 }, () => byFetch(client, filters, token)));
  await first.close();
  expect(new Set((await inTime).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await byFetch(client, filters, token)).status).toBe(200);

  // The last tab is closed while changes may be on their way: each is answered, and what was confirmed is stored.
  const ids = Array.from({ length: 60 }, newId);
  const changes = Promise.all(
    ids.map((id) =>
      byFetch(client, { method: "POST", path: "/api/todo-app/new-todo", body: { id, title: "Closed" } }, token),
    ),
  );
  await byFetch(client, filters, token);
  await second.close();
  const answers = await changes;
  const codes = answers.map(({ status, text }) =>
    status === 200 ? "ok" : (JSON.parse(text) as { code: string }).code,
  );
  expect(codes.filter((code) => !["ok", "outcome_unknown", "app_not_open"].includes(code))).toEqual([]);
  const alone = await byFetch(client, filters, token);
  expect(JSON.parse(alone.text)).toMatchObject(unopened);

  await openApp(context, host);
  const todos = JSON.parse((await byFetch(client, { method: "GET", path: "/api/todo-app/todos" }, token)).text);
  const stored = new Set((todos as { id: string }[]).map(({ id }) => id));
  expect(ids.filter((id, place) => codes[place] === "ok" && !stored.has(id))).toEqual([]);
});

test("a new build takes over under open pages", inBothHosts, async ({ context, host }) => {
  test.skip(host.kind === "node", "the Node host has no service worker");
  await openApp(context, host);
  const client = await openClient(context);
  const token = await signInBy(byFetch, client, credentialsFor(host, "administrator"));
  const statuses = await client.evaluate(async (value) => {
    const headers = { "x-access-token": value };
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    const found: number[] = [];
    const ask = async () => found.push((await fetch("/api/todo-app/filters", { headers })).status);
    await ask();
    // Another address for the same scope is a new service worker.
    await navigator.serviceWorker.register("/service-worker.js?build=2", { scope: "/" });
    await Promise.all([taken, ask(), ask()]);
    await ask();
    return found;
  }, token);
  expect(statuses).toEqual([200, 200, 200, 200]);
});

test("a call that its page gives up disturbs no other", inBothHosts, async ({ context, host }) => {
  test.skip(host.kind === "node", "the Node host has no service worker");
  await openApp(context, host);
  const client = await openClient(context);
  const token = await signInBy(byFetch, client, credentialsFor(host, "administrator"));
  const outcome = await client.evaluate(async (value) => {
    const headers = { "x-access-token": value };
    const abandoned = new AbortController();
    const lost = fetch("/api/todo-app/todos", { headers, signal: abandoned.signal }).catch(
      (error: Error) => error.name,
    );
    const other = fetch("/api/todo-app/filters", { headers });
    abandoned.abort();
    return [await lost, (await other).status];
  }, token);
  expect(outcome).toEqual(["AbortError", 200]);
});

test(
  "a browser without service workers has the product, and the console says so",
  inBothHosts,
  async ({ context, host, page, signInAs }) => {
    test.skip(host.kind === "node", "the Node host has no service worker");
    const said = page.waitForEvent("console", (message) =>
      message.text().includes("only its own pages can call its API"),
    );
    await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
    await signInAs(page, "administrator");
    await said;
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect((await byFetch(page, filters)).status).toBe(404);
  },
);
