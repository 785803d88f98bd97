import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { auditFeature } from "#features/access/audit/api/routes.ts";
import { sealEntries } from "#features/access/audit/api/service/seals.ts";
import { audit } from "#features/access/audit/contract.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let transport: Transport;
let ctx: Ctx;
beforeAll(async () => {
  app = await testApi([auditFeature([])]);
  ({ transport } = await app.signIn("Aisyah", ["audit.verify"]));
});
afterAll(() => app.close());
beforeEach(async () => {
  ctx = app.api.systemContext();
  await rowsOf(app.db, sql`alter table audit_log disable trigger all`);
  await rowsOf(app.db, sql`alter table audit_seals disable trigger all`);
  await rowsOf(app.db, sql`delete from audit_log`);
  await rowsOf(app.db, sql`delete from audit_seals`);
  await rowsOf(app.db, sql`delete from audit_horizon`);
});

const entry = (action: string) => ({ action, resource: "things", resourceId: newId(), changes: {} });
const record = (within: Ctx, ...actions: string[]) => recordAudit(within, actions.map(entry));
const sealed = () =>
  rowsOf<{ action: string }>(
    app.db,
    sql`select action from audit_seals, unnest(ids) as sealed (id) join audit_log using (id) order by number, id`,
  ).then((rows) => rows.map(({ action }) => action));
const verify = (after = 0) => call(transport, audit.verify, { after });

test("entries are sealed in order, each once, however often the job runs", async () => {
  await record(ctx, "one", "two");
  expect(await sealEntries(ctx)).toBe(2);
  expect(await sealEntries(ctx)).toBe(0);
  await record(ctx, "three");
  expect(await Promise.all([sealEntries(ctx), sealEntries(ctx)])).toContain(1);
  expect(await sealed()).toEqual(["one", "two", "three"]);
  expect(await verify()).toMatchObject({ seals: 2, entries: 3, next: null, fault: null, unsealed: 0 });
});

test("a bulk action with many entries fills several seals, which are chained", async () => {
  await recordAudit(
    ctx,
    Array.from({ length: 2500 }, (_, place) => entry(`step${place}`)),
  );
  await sealEntries(ctx);
  const seals = await rowsOf(app.db, sql`select entries from audit_seals order by number`);
  expect(seals).toEqual([{ entries: 1000 }, { entries: 1000 }, { entries: 500 }]);
  const links = await rowsOf(
    app.db,
    sql`select count(*)::int as count from audit_seals as one join audit_seals as next
          on next.previous_hash = one.hash and next.number = one.number + 1`,
  );
  expect(links).toEqual([{ count: 2 }]);
});

test("every seal is written to the host's log, outside the database's control", async () => {
  await record(ctx, "one");
  await sealEntries(ctx);
  const { head } = await verify();
  expect(app.logged.findLast(({ event }) => event === "audit entries sealed")!.facts).toEqual({
    number: 1,
    entries: 1,
    lastId: head!.lastId,
    hash: head!.hash,
  });
});

describe.runIf(inject("testDatabase").engine === "postgres")(
  "while a transaction has written and not committed",
  () => {
    /** A transaction with writes, kept open until the test ends it. */
    async function openWriter(...actions: string[]) {
      let end = (_isKept: boolean) => {};
      let release = () => {};
      const written = new Promise<void>((resolve) => (release = resolve));
      const ending = new Promise<boolean>((resolve) => (end = resolve));
      const done = inTransaction(app.api.systemContext(), async (inner) => {
        await record(inner, ...actions);
        release();
        if (!(await ending)) throw new Error("turned back");
      }).catch(() => {});
      await written;
      return async (isKept: boolean) => {
        end(isKept);
        await done;
      };
    }

    test("nothing above the lowest number that it could have is sealed, and everything once it has ended", async () => {
      const end = await openWriter("first");
      await record(ctx, "second");
      expect(await sealEntries(ctx)).toBe(0);
      await end(true);
      await sealEntries(ctx);
      expect(await sealed()).toEqual(["first", "second"]);
      expect((await verify()).fault).toBeNull();
    });

    test("a rollback leaves a gap that is not an error", async () => {
      const end = await openWriter("first");
      await record(ctx, "second");
      await end(false);
      await sealEntries(ctx);
      expect(await sealed()).toEqual(["second"]);
      expect((await verify()).fault).toBeNull();
    });

    test("continuous writers delay sealing by one run and no more", async () => {
      let end = await openWriter("a");
      expect(await sealEntries(ctx)).toBe(0);
      for (const action of ["b", "c", "d"]) {
        const next = await openWriter(action);
        await end(true);
        end = next;
        await sealEntries(ctx);
      }
      expect((await sealed()).slice(0, 1)).toEqual(["a"]);
      await end(true);
      await sealEntries(ctx);
      expect(await sealed()).toEqual(["a", "b", "c", "d"]);
    });

    test("under concurrent load every entry is sealed once and in order, and the chain is valid", async () => {
      const writersCount = 8;
      const turns = 40;
      let isWriting = true;
      const sealing = (async () => {
        while (isWriting) await sealEntries(app.api.systemContext());
      })();
      const write = async (writer: number) => {
        for (let turn = 0; turn < turns; turn++) {
          await inTransaction(app.api.systemContext(), async (inner) => {
            await record(inner, `${writer}`);
            // Long and short ones overlap: numbers commit out of order.
            await inner.db.execute(sql`select pg_sleep(${((writer * 7 + turn * 13) % 11) / 1000})`);
            if (turn % 9 === 0) throw new Error("turned back");
            await record(inner, `${writer}`);
          }).catch(() => {});
        }
      };
      await Promise.all(Array.from({ length: writersCount }, (_, writer) => write(writer)));
      isWriting = false;
      await sealing;
      await sealEntries(ctx);
      const [counts] = await rowsOf<{ written: number; sealed: number; seals: number }>(
        app.db,
        sql`select (select count(*)::int from audit_log) as written, (select sum(entries)::int from audit_seals) as sealed,
                 (select count(*)::int from audit_seals) as seals`,
      );
      expect(counts!.sealed).toBe(counts!.written);
      expect(counts!.seals).toBeGreaterThan(1);
      let { next, fault } = await verify();
      while (next !== null) ({ next, fault } = await verify(next));
      expect(fault).toBeNull();
      // oxlint-disable-next-line eslint/no-console -- the figure for R29
      console.info(`sealed ${counts!.sealed} of ${counts!.written} entries in ${counts!.seals} seals, 0 out of chain`);
    });
  },
);
