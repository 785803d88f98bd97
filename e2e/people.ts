import type { Page } from "@playwright/test";
import { signIn } from "./fixtures.ts";
import { firstAdministrator, type Host, type NodeHost, type Credentials } from "./hosts.ts";
import { isWaiting } from "#base/approvals.ts";
import { uuidv7 } from "#base/ids.ts";
import { roles } from "#features/access/roles/contract.ts";
import { session } from "#features/access/session/contract.ts";
import { demoPassword, demoPeople } from "#features/access/session/rules.ts";
import { users } from "#features/access/users/contract.ts";
import { call, type Transport } from "#web/call.ts";

export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)));

/** Calls the API as a user, from outside. */
export async function callerOf({ url }: Pick<NodeHost, "url">, { email, password }: Credentials): Promise<Transport> {
  const transportWith =
    (token: string): Transport =>
    async (request) => {
      const headers = new Headers(request.headers);
      if (token !== "") headers.set("x-access-token", token);
      const { pathname, search } = new URL(request.url);
      const body = request.method === "GET" ? null : await request.text();
      return fetch(`${url}${pathname}${search}`, { method: request.method, headers, body });
    };
  const { accessToken } = await call(transportWith(""), session.signIn, { mt_email: email, mt_password: password });
  return transportWith(accessToken);
}

/** A single administrator invites a user with a role and gets the link with which the user sets a password. */
export async function invite(
  administrator: Transport,
  { email, password, name, role }: Credentials & { readonly name: string; readonly role: string },
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
    scopes: [],
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
