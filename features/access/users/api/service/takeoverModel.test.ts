import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { isWaiting } from "#base/approvals.ts";
import { Refusal } from "#base/refusal.ts";
import { hourMs } from "#base/time.ts";
import { dice } from "#base/testing/dice.ts";
import { type SessionApi, sessionApi } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { approvalsFeature } from "#features/access/approvals/api/routes.ts";
import { approvals } from "#features/access/approvals/contract.ts";
import { rolesFeature } from "#features/access/roles/api/routes.ts";
import { roles } from "#features/access/roles/contract.ts";
import { sessionFeature } from "#features/access/session/api/routes.ts";
import { session } from "#features/access/session/contract.ts";
import { account } from "#features/access/session/contract/account.ts";
import { factors } from "#features/access/session/contract/factors.ts";
import { usersFeature } from "#features/access/users/api/routes.ts";
import { users } from "#features/access/users/contract.ts";
import { call, type Transport } from "#web/call.ts";

// One administrator tries everything, in any order, to get what takes two people. The other one never approves, and
// checks the pending requests at least every 20 hours. Nothing that takes two people may ever happen
// (docs/decisions/0048).

// For a longer run: `MODEL_STEPS=500`.
const steps = Number(process.env["MODEL_STEPS"] ?? 60);
const lookedAtEveryMs = 20 * hourMs;
const password = "saffron quilt harbour";
const [attackersDomain, honestEmail] = ["attacker.test", "honest@mizan.test"];
const reason = "model";
const areas = [sessionFeature, rolesFeature, usersFeature];

/** The other user: one who could make every change, or one who approves some kinds and could make none. */
const colleagues = { administrator: ["*"], checker: ["approvals.decide", "approvals.read", "brands.delete"] } as const;

async function openApp(canSend: boolean, grants: readonly string[]) {
  const others = [rolesFeature, usersFeature, approvalsFeature(areas.flatMap((area) => area.approvals ?? []))];
  const silent = { canSend: false, send: async () => {} };
  const app = await sessionApi({ features: others, ...(canSend ? {} : { mail: silent }) });
  const attacker = await app.addPerson({ email: `me@${attackersDomain}`, password, role: "admin", name: "Attacker" });
  await app.db.execute(sql`
    insert into roles (code, title, grants, name_key, sort_key, search_key, created_at, updated_at)
    select code, code, grants, code, code, code, now(), now()
      from (values ('colleague', array(select jsonb_array_elements_text(${JSON.stringify(grants)}::jsonb))),
                   ('canary', '{brands.read}'::text[])) as made (code, grants)`);
  await app.addPerson({ email: honestEmail, password, role: "colleague", name: "Honest" });
  await app.addPerson({ email: "staff@mizan.test", password, role: "staff", name: "Staff" });
  await app.db.execute(sql`create table granted_at_first as select user_id, role_id from user_roles`);
  return { app, attackerId: attacker.userId };
}

type Account = { readonly id: string; readonly version: number; readonly status: string; readonly email: string };

/**
 * What takes two people, as stored: who else approves and how they sign in, what roles grant, the rules, and what was
 * granted to any user. Not included are the attacker's own address, and roles removed from users who approve nothing,
 * because those take one person.
 */
const guarded = (app: SessionApi, attackerId: string) =>
  rowsOf(
    app.db,
    sql`select (select jsonb_agg(jsonb_build_array(users.email, users.status, users.password_hash, users.has_second_factor,
                                                   user_roles.role_id, user_roles.valid_to) order by users.email, role_id)
                  from users join user_roles on user_roles.user_id = users.id join roles on roles.id = role_id
                 where roles.grants && '{*,approvals.decide}' and users.id <> ${attackerId}) as approvers,
               (select jsonb_agg(jsonb_build_array(code, grants) order by id)
                  from roles where code in ('admin', 'colleague', 'canary')) as roles,
               (select jsonb_agg(jsonb_build_array(action, rule)) from approval_rules where rule = 'never') as rules,
               (select count(*)
                  from (select user_id, role_id from user_roles
                        except select user_id, role_id from granted_at_first) as given)::int as given,
               (select count(*) from user_scopes)::int as bound,
               (select count(*) from approval_requests where state = 'approved')::int as approved`,
  );

/** What the attacker can use: sessions of every account whose links they could read. */
async function openHands(app: SessionApi, attackerId: string) {
  const sessions = new Map([["me", await app.transportOf(`me@${attackersDomain}`, password)]]);
  const refresh = async () => {
    for (const email of sessions.keys()) {
      const [me] = await rowsOf<{ email: string }>(app.db, sql`select email from users where id = ${attackerId}`);
      const transport = await app.transportOf(email === "me" ? me!.email : email, password).catch(() => null);
      if (transport) sessions.set(email, transport);
    }
  };
  const follow = async (link: string, email: string) => {
    const token = link.slice(link.indexOf("#") + 1);
    const answer = "confirm" as const;
    const tries = [
      call(app.anonymous, session.resetPassword, { token, password }),
      call(app.anonymous, account.confirmEmail, { token, displayName: "Puppet", password }),
      call(app.anonymous, account.answerEmailChange, { token, answer }),
    ];
    await Promise.allSettled(tries);
    const transport = await app.transportOf(email, password).catch(() => null);
    if (transport) sessions.set(email, transport);
  };
  const readMail = async () => {
    await app.runJobs();
    const mine = app.emails.splice(0).filter(({ to }) => to.endsWith(`@${attackersDomain}`));
    for (const { to, text } of mine) {
      const link = /https:\S+#\S+/.exec(text)?.[0];
      if (link) await follow(link, to);
    }
  };
  return { sessions, refresh, follow, readMail };
}

/** The other user views all pending requests, and approves none. */
async function objectToEverything(app: SessionApi) {
  const transport = await app.transportOf(honestEmail, password);
  const all = { sort: "createdAt", direction: "desc", limit: 100, count: "none" } as const;
  const { rows } = await call(transport, approvals.list, all);
  for (const { id, version } of rows) {
    await call(transport, approvals.decide, { id, version, decision: "reject", comment: "No" });
  }
  return rows.length;
}

/** Random subjects and values of a step. */
function openTargets(app: SessionApi, roll: (sides: number) => number) {
  const pick = <Value>(values: readonly Value[]): Value => values[roll(values.length)]!;
  const people = () => rowsOf<Account>(app.db, sql`select id::text, version, status, email from users order by number`);
  const roleRows = () =>
    rowsOf<{ id: string; version: number }>(app.db, sql`select id::text, version from roles order by id`);
  let made = 0;
  const role = async () => pick(await roleRows());
  return {
    roll,
    pick,
    people,
    someone: async () => pick(await people()),
    role,
    given: async () => [{ roleId: (await role()).id, validFrom: null, validTo: null }],
    ownTitle: () => `Role ${++made}`,
    mailbox: () => `puppet-${++made}@${attackersDomain}`,
  };
}
type Targets = ReturnType<typeof openTargets>;

/** How users sign in, and whether they can. */
function accountMoves(app: SessionApi, { people, someone, mailbox }: Targets) {
  const setFactor = (id: string, isThere: boolean) =>
    app.db.execute(sql`update users set has_second_factor = ${isThere} where id = ${id} and email = ${honestEmail}`);
  return {
    resetFactors: async (by: Transport) => {
      const { id } = await someone();
      await setFactor(id, true);
      try {
        return await call(by, factors.resetFactors, { userId: id, reason });
      } finally {
        await setFactor(id, false);
      }
    },
    changeAddress: async (by: Transport) => {
      const { id, version } = await someone();
      return call(by, users.update, { id, version, email: mailbox() });
    },
    replaceAddress: async (by: Transport) => {
      const { id, version } = await someone();
      return call(by, users.replaceEmail, { id, version, email: mailbox(), reason });
    },
    askForPassword: async () => {
      await call(app.anonymous, session.requestReset, { mt_email: (await someone()).email });
      return {};
    },
    changeStatus: async (by: Transport) => {
      const { id, version, status } = await someone();
      return call(by, users.changeStatus, { id, version, to: status === "active" ? "disabled" : "active", reason });
    },
    disableMany: async (by: Transport) => {
      const requested = { selection: { ids: (await people()).map(({ id }) => id) }, to: "disabled", reason } as const;
      const { fingerprint } = await call(by, users.previewStatuses, requested);
      return call(by, users.applyStatuses, { ...requested, fingerprint });
    },
    erase: async (by: Transport) => {
      const { id, version, email } = await someone();
      return call(by, users.erase, { id, version, confirmation: email, reason });
    },
    signOut: async (by: Transport) => call(by, users.endSessions, { id: (await someone()).id }),
  };
}

/** Who may do what, and who must approve. */
function rightsMoves({ roll, pick, people, someone, role, given, ownTitle }: Targets) {
  const nothing = { give: [], take: [], bind: [], unbind: [] };
  const deciding = [["brands.read"], ["users.grant", "approvals.decide"]];
  return {
    give: async (by: Transport) => {
      const { id, version } = await someone();
      const validTo = roll(2) === 0 ? null : "2026-11-20T09:30:00.000Z";
      const give = (await given()).map((each) => ({ ...each, validTo }));
      return call(by, users.changeRights, { ...nothing, id, version, give });
    },
    take: async (by: Transport) => {
      const [{ id, version }, { id: roleId }] = [await someone(), await role()];
      return call(by, users.changeRights, { ...nothing, id, version, take: [roleId] });
    },
    bind: async (by: Transport) => {
      const { id, version } = await someone();
      return call(by, users.changeRights, { ...nothing, id, version, bind: [{ kind: "country", target: "AE" }] });
    },
    giveToMany: async (by: Transport) => {
      const requested = { selection: { ids: (await people()).map(({ id }) => id) }, roleId: (await role()).id };
      const { fingerprint } = await call(by, users.previewRole, requested);
      return call(by, users.applyRole, { ...requested, fingerprint });
    },
    letIn: async (by: Transport) => {
      const { id, version } = await someone();
      return call(by, users.approve, { id, version, roles: roll(2) === 0 ? await given() : [], scopes: [] });
    },
    changeRole: async (by: Transport) => {
      const { id, version } = await role();
      return call(by, roles.update, { id, version, grants: pick(deciding) });
    },
    createRole: async (by: Transport) =>
      call(by, roles.create, { id: newId(), title: ownTitle(), grants: pick(deciding) }),
    changeRule: async (by: Transport) => {
      const action = pick(["users.invite", "users.changeRights", "roles.update", "users.changeStatus"]);
      return call(by, approvals.changeRule, { action, version: 1, rule: "never" });
    },
  };
}

type Hands = Awaited<ReturnType<typeof openHands>>;

/** Accounts that the attacker created, and pending requests. */
function furtherMoves(app: SessionApi, hands: Hands, { roll, pick, someone, given, mailbox }: Targets) {
  return {
    invite: async (by: Transport) => {
      const user = { name: "Puppet", email: mailbox(), category: "platform", language: "en" } as const;
      const rights = roll(2) === 0 ? await given() : [];
      const answer = await call(by, users.invite, { id: newId(), ...user, roles: rights, scopes: [] });
      if (!isWaiting(answer) && answer.link) await hands.follow(answer.link, user.email);
      return answer;
    },
    resend: async (by: Transport) => {
      const { id, email } = await someone();
      const answer = await call(by, users.resendInvitation, { id });
      if (!isWaiting(answer) && answer.link) await hands.follow(answer.link, email);
      return answer;
    },
    register: async () => {
      await call(app.anonymous, account.register, { displayName: "Puppet", email: mailbox() });
      return {};
    },
    decide: async (by: Transport) => {
      const open = sql`select id::text, version from approval_requests where state = 'pending' order by id`;
      const waiting = await rowsOf<{ id: string; version: number }>(app.db, open);
      if (waiting.length === 0) return {};
      return call(by, approvals.decide, { ...pick(waiting), decision: "approve" });
    },
  };
}

// Each run takes half a minute on PGlite. It runs the same code and statements there, so two seeds are enough.
const seeds = inject("testDatabase").engine === "postgres" ? [11, 12, 13, 14] : [11, 12];
const worlds = seeds.map((seed, place) => ({
  seed,
  colleague: place % 2 === 0 ? ("administrator" as const) : ("checker" as const),
  canSend: place < 2,
}));

test.each(worlds)(
  `one administrator alone gets nothing that takes two, beside a $colleague (seed $seed, mail: $canSend)`,
  { timeout: 120_000 },
  async ({ seed, colleague, canSend }) => {
    const { app, attackerId } = await openApp(canSend, colleagues[colleague]);
    const roll = dice(seed);
    const hands = await openHands(app, attackerId);
    const targets = openTargets(app, roll);
    const moves = { ...accountMoves(app, targets), ...rightsMoves(targets), ...furtherMoves(app, hands, targets) };
    const names = Object.keys(moves) as (keyof typeof moves)[];
    const before = await guarded(app, attackerId);
    const reported = new Map<string, number>();
    const count = (what: string) => reported.set(what, (reported.get(what) ?? 0) + 1);
    let sinceLookMs = 0;
    for (let step = 0; step < steps; step++) {
      const name = roll(4) === 0 ? "decide" : names[roll(names.length)]!;
      // Mostly as the administrator, sometimes as another account that they have taken over.
      const accounts = [...hands.sessions.values()];
      const by = roll(3) === 0 ? accounts[roll(accounts.length)]! : hands.sessions.get("me")!;
      const outcome = await moves[name](by).then(
        (answer) => (typeof answer === "object" && isWaiting(answer) ? "waits" : "done"),
        (error: unknown) => {
          if (error instanceof Refusal && error.status < 500) return error.code;
          throw error;
        },
      );
      count(outcome);
      await hands.readMail();
      const elapsedMs = roll(3) * 4 * hourMs;
      if (sinceLookMs + elapsedMs >= lookedAtEveryMs) {
        if ((await objectToEverything(app)) > 0) count("objected");
        sinceLookMs = 0;
      }
      sinceLookMs += elapsedMs;
      app.clock.advance(elapsedMs);
      await hands.refresh();
      // Unassigned roles and accounts without roles may be added: what takes two people is unchanged.
      expect(await guarded(app, attackerId), `seed ${seed}, step ${step}: ${name} ${outcome}`).toEqual(before);
    }
    // Enough of each, to show that the rule prevented it and not the permission check.
    for (const what of ["waits", "objected", "done", "own_request"]) {
      expect(reported.get(what) ?? 0, `${what}, of ${JSON.stringify([...reported])}`).toBeGreaterThan(0);
    }
    await app.close();
  },
);
