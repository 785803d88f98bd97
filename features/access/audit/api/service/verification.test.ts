import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dice } from "#base/testing/dice.ts";
import { recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { auditFeature } from "#features/access/audit/api/routes.ts";
import { sealEntries } from "#features/access/audit/api/service/seals.ts";
import { audit, type ChainFault, type Verification } from "#features/access/audit/contract.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let transport: Transport;
let ctx: Ctx;
let ids: number[];
beforeAll(async () => {
  app = await testApi([auditFeature([])]);
  const signedIn = await app.signIn("Aisyah", ["audit.read", "audit.verify"]);
  ({ transport } = signedIn);
  ctx = { ...app.api.systemContext(), actor: signedIn.actor, address: "192.0.2.7", userAgent: "Firefox" };
  for (let batch = 0; batch < 60; batch++) {
    const events = Array.from({ length: 1 + (batch % 7) }, (_, place) => ({
      action: place % 2 === 0 ? "update" : "create",
      resource: "things",
      resourceId: newId(),
      reason: place % 3 === 0 ? "asked for" : null,
      changes: {
        name: { before: `it's ${place}`, after: "محمد" },
        list: { before: null, after: [1, 2.5, { a: null }] },
      },
    }));
    await recordAudit(ctx, events);
    // A gap in the numbers, like the one that a rollback leaves.
    await rowsOf(app.db, sql`select nextval(pg_get_serial_sequence('audit_log', 'id'))`);
    await sealEntries(ctx);
  }
  ids = (await rowsOf<{ id: number }>(app.db, sql`select id::int as id from audit_log order by id`)).map(
    ({ id }) => id,
  );
  await asOwner(sql`alter table audit_log disable trigger all`);
  await asOwner(sql`alter table audit_seals disable trigger all`);
});
afterAll(() => app.close());

const asOwner = (statement: SQL) => rowsOf(app.db, statement);

/** Like the screen and the command: repeats until it reaches the end. */
async function verifyAll(): Promise<Verification> {
  let answer = await call(transport, audit.verify, { after: 0 });
  while (answer.next !== null) answer = await call(transport, audit.verify, { after: answer.next });
  return answer;
}

const changesOfColumns: SQL[] = [
  sql`at = at + interval '1 millisecond'`,
  sql`actor_type = 'system'`,
  sql`actor_id = gen_random_uuid()`,
  sql`actor_id = null`,
  sql`actor_name = actor_name || ' '`,
  sql`on_behalf_of_type = 'user', on_behalf_of = gen_random_uuid()`,
  sql`action = 'delete'`,
  sql`resource = 'others'`,
  sql`resource_id = resource_id || '0'`,
  sql`request_id = 'another'`,
  sql`address = '192.0.2.8'`,
  sql`user_agent = ''`,
  sql`reason = coalesce(reason, '') || '.'`,
  sql`changes = jsonb_set(changes, '{name,before}', '"it was"')`,
  sql`changes = changes - 'list'`,
  sql`approval_id = gen_random_uuid()`,
];

type Tamper = { kind: ChainFault; id: number; what: string; statement: SQL; undo: SQL };

/** Changes, removes or adds one row of the sealed part. */
function randomTamper(pick: (below: number) => number, turn: number): Tamper {
  const id = ids[pick(ids.length)]!;
  const undo = sql`insert into audit_log overriding system value select * from kept on conflict (id) do nothing`;
  if (turn % 3 === 0)
    return {
      kind: "entry_removed",
      id,
      what: `remove ${id}`,
      statement: sql`delete from audit_log where id = ${id}`,
      undo,
    };
  if (turn % 3 === 1) {
    const place = pick(changesOfColumns.length);
    const statement = sql`update audit_log set ${changesOfColumns[place]!} where id = ${id}`;
    return { kind: "entry_changed", id, what: `change ${place} of ${id}`, statement, undo };
  }
  const taken = new Set(ids);
  const free = Array.from({ length: ids.at(-1)! + 20 }, (_, place) => place - 19).filter((place) => !taken.has(place));
  const added = free[pick(free.length)]!;
  const statement = sql`
    insert into audit_log (id, at, actor_type, actor_name, action, resource, resource_id, request_id, address, changes)
    overriding system value
    select ${added}, at, 'system', 'Mizan', action, resource, resource_id, request_id, address, changes
      from audit_log where id = ${id}`;
  return { kind: "entry_added", id: added, what: `add ${added}`, statement, undo };
}

const intact = { fault: null, next: null, entries: 0 };

describe("a user with every permission in the database", () => {
  test("can't change, remove or add one sealed row without detection: 100 of 100", async () => {
    await asOwner(sql`create table kept as select * from audit_log`);
    expect((await verifyAll()).fault).toBeNull();
    const pick = dice(20261120);
    let found = 0;
    const missed: string[] = [];
    for (let turn = 0; turn < 100; turn++) {
      const tamper = randomTamper(pick, turn);
      await asOwner(tamper.statement);
      const { fault } = await verifyAll();
      if (fault?.kind === tamper.kind && fault.entryId === `${tamper.id}`) found += 1;
      else missed.push(`${tamper.what}: ${JSON.stringify(fault)}`);
      // Restored, without the entries that the verifications themselves wrote.
      await asOwner(sql`delete from audit_log where id <= ${ids.at(-1)} and id not in (select id from kept)`);
      await asOwner(sql`delete from audit_log using kept where audit_log.id = kept.id and audit_log <> kept`);
      await asOwner(tamper.undo);
    }
    expect(missed).toEqual([]);
    // oxlint-disable-next-line eslint/no-console -- the figure for R29
    console.info(`tampers found and named: ${found} of 100`);
    expect(found).toBe(100);
    expect((await verifyAll()).fault).toBeNull();
  });

  test("can't change several rows without the first of them being named", async () => {
    const [first, second] = [ids[40]!, ids[90]!];
    await asOwner(sql`update audit_log set reason = 'another' where id in (${first}, ${second})`);
    expect((await verifyAll()).fault).toEqual({
      kind: "entry_changed",
      entryId: `${first}`,
      seal: expect.any(Number) as number,
    });
    await asOwner(
      sql`update audit_log set reason = kept.reason from kept where kept.id = audit_log.id and kept.id in (${first}, ${second})`,
    );
  });

  test("can't adapt the digest to the row, or the seal to the digest, without breaking a seal", async () => {
    await asOwner(sql`create table kept_seals as select * from audit_seals`);
    const back = async () => {
      await asOwner(sql`delete from audit_seals`);
      await asOwner(sql`insert into audit_seals select * from kept_seals`);
    };
    await asOwner(sql`update audit_seals set digests[1] = sha256('another') where number = 7`);
    expect((await verifyAll()).fault).toEqual({ kind: "seal_changed", seal: 7, entryId: null });
    await back();
    await asOwner(sql`update audit_seals set hash = sha256('another') where number = 9`);
    expect((await verifyAll()).fault).toMatchObject({ kind: "seal_changed", seal: 9 });
    await back();
    await asOwner(sql`delete from audit_seals where number = 11`);
    expect((await verifyAll()).fault).toEqual({ kind: "seal_removed", seal: 11, entryId: null });
    await back();
    expect(await verifyAll()).toMatchObject({ fault: null });
  });

  test("cutting off the end changes the head from the one that was logged", async () => {
    const { head } = await verifyAll();
    await asOwner(sql`create table kept_end as select * from audit_seals where number = ${head!.number}`);
    await asOwner(sql`delete from audit_seals where number = ${head!.number}`);
    const { head: other } = await verifyAll();
    expect(other!.hash).not.toBe(head!.hash);
    expect(other!.number).toBe(head!.number - 1);
    await asOwner(sql`insert into audit_seals select * from kept_end`);
  });
});

test("a verification writes an entry with its result", async () => {
  await verifyAll();
  const { rows } = await call(transport, audit.list, {
    action: ["verify"],
    direction: "desc",
    limit: 25,
    sort: "at",
    count: "none",
  });
  const entry = await call(transport, audit.get, { id: rows[0]!.id });
  expect(entry.actorName).toBe("Aisyah");
  expect(entry.changes.result).toEqual({ before: null, after: "intact" });
});

test("a long chain is verified in parts that are short enough for a client to wait", async () => {
  const part = Array.from({ length: 5000 }, () => ({
    action: "update",
    resource: "things",
    resourceId: newId(),
    changes: {},
  }));
  for (let turn = 0; turn < 5; turn++) await recordAudit(ctx, part);
  await sealEntries(ctx);
  const first = await call(transport, audit.verify, { after: 0 });
  expect(first.next).not.toBeNull();
  expect(first.entries).toBeLessThanOrEqual(21_000);
  const rest = await call(transport, audit.verify, { after: first.next! });
  expect(rest).toMatchObject({ ...intact, entries: rest.entries });
  expect(first.entries + rest.entries).toBeGreaterThan(25_000);
});
