import type { Page } from "@playwright/test";
import { signIn } from "./fixtures.ts";
import { firstAdministrator, type Host, type NodeHost, type Credentials } from "./hosts.ts";
import { isWaiting } from "#base/approvals.ts";
import type { RowScope } from "#base/grants.ts";
import { uuidv7 } from "#base/ids.ts";
import { roles } from "#features/access/roles/contract.ts";
import { session } from "#features/access/session/contract.ts";
import { demoPassword, demoPeople } from "#features/access/session/rules.ts";
import { users } from "#features/access/users/contract.ts";
import { call, type Transport } from "#web/call.ts";

export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)));

/** Calls the API as a user, from outside. */
export const callerOf = (host: Pick<NodeHost, "url">, user: Credentials): Promise<Transport> =>
  signInThrough(overHttp(host), user);

/** Signs a user in, and answers how to call the API as this user. */
export async function signInThrough(send: Transport, { email, password }: Credentials): Promise<Transport> {
  const { accessToken } = await call(send, session.signIn, { mt_email: email, mt_password: password });
  return withHeader(send, "x-access-token", accessToken);
}

export const withHeader =
  (send: Transport, name: string, value: string): Transport =>
  (request) => {
    const headers = new Headers(request.headers);
    headers.set(name, value);
    return send(new Request(request, { headers }));
  };

const overHttp =
  ({ url }: Pick<NodeHost, "url">): Transport =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === "GET" ? null : await request.text();
    return fetch(`${url}${pathname}${search}`, { method: request.method, headers: request.headers, body });
  };

/** Calls the API of either host without a session. Call it before the page is opened. */
export async function outsideCaller(page: Page, host: Host): Promise<Transport> {
  if (host.kind === "node") return overHttp(host);
  await page.addInitScript(() => {
    window.SharedWorker = new Proxy(SharedWorker, {
      construct(worker, [url, options]: [url: string | URL, options?: WorkerOptions]) {
        window.workerUrl = String(url);
        return new worker(url, options);
      },
    });
  });
  return (request) => throughWorker(page, request);
}

declare global {
  interface Window {
    /** The script of the worker with the API. */
    workerUrl?: string;
  }
}

/** Sends a request as the page does: to the worker that all pages share. */
async function throughWorker(page: Page, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method } = request;
  const sent = { path: `${pathname}${search}`, method, headers: [...request.headers], body: await request.text() };
  const { status, headers, body } = await page.evaluate(async ({ path, method: verb, headers: fields, body: text }) => {
    const { port } = new SharedWorker(window.workerUrl!, { type: "module", name: "mizan" });
    const answered = new Promise<{ status: number; headers: [string, string][]; body: ArrayBuffer | null }>(
      (resolve) => {
        port.onmessage = ({ data }) => {
          if (data.id === 1) resolve(data.reply);
        };
      },
    );
    const bytes = verb === "GET" ? null : new TextEncoder().encode(text).buffer;
    port.postMessage({ id: 1, url: `${location.origin}${path}`, method: verb, headers: fields, body: bytes });
    const reply = await answered;
    port.close();
    return { ...reply, body: reply.body === null ? null : new TextDecoder().decode(reply.body) };
  }, sent);
  return new Response(body, { status, headers });
}

type Invited = { readonly name: string; readonly role: string; readonly scopes?: readonly RowScope[] };

/** A single administrator invites a user with a role and gets the link with which the user sets a password. */
export async function invite(
  administrator: Transport,
  { email, password, name, role, scopes = [] }: Credentials & Invited,
): Promise<void> {
  const { rows } = await call(administrator, roles.list, { sort: "title", limit: 100, count: "none" });
  const { id: roleId } = rows.find(({ code }) => code === role)!;
  const answer = await call(administrator, users.invite, {
    id: newId(),
    name,
    email,
    category: "platform",
    language: "en",
    roles: [{ roleId, validFrom: null, validTo: null }],
    scopes: [...scopes],
  });
  if (isWaiting(answer) || answer.link === null) throw new Error("a lone administrator was not handed the link");
  const token = answer.link.slice(answer.link.indexOf("#") + 1);
  await call(administrator, session.resetPassword, { token, password });
}

/**
 * A member of Mizan's staff other than the administrator, so that each can decide about the other's submissions. On a
 * server this invites a new one.
 */
export async function staffMember(host: Host): Promise<Credentials> {
  if (host.kind === "browser") return { email: demoPeople.staff.email, password: demoPassword };
  const user = { email: `second-${newId()}@mizan.test`, password: "quinces and almonds at dusk" };
  await invite(await callerOf(host, firstAdministrator), { ...user, name: "Second Person", role: "staff" });
  return user;
}

/** Continues on this page as another user, as users can't approve their own submissions. */
export async function continueAsSecond(page: Page, host: Host): Promise<void> {
  await continueAs(page, await staffMember(host));
}

/** Signs out, and continues on this page as this user. */
export async function continueAs(page: Page, user: Credentials): Promise<void> {
  const href = page.url();
  await page.goto("/home");
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("menuitem", { name: /logout/i }).click();
  await page.waitForURL("**/login*");
  await signIn(page, user);
  await page.goto(href);
}
