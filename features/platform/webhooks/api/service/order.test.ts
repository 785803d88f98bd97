import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EventType } from "#base/eventTypes.ts";
import { minuteMs } from "#base/time.ts";
import { inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { webhooksFeature } from "#features/platform/webhooks/api/routes.ts";
import { webhooks } from "#features/platform/webhooks/contract.ts";
import { retryDelaysMs } from "#features/platform/webhooks/rules.ts";
import { call, type Transport } from "#web/call.ts";

const [moody, away] = ["https://moody.example/", "https://away.example/"];
/** Requests to the moody receiver, and whether it accepts them. */
let heard: { readonly record: string; readonly sequence: number; readonly isAccepted: boolean }[] = [];
let accepts: (record: string, sequence: number) => boolean;
let app: TestApi;
let admin: Transport;
beforeAll(async () => {
  app = await testApi([webhooksFeature], {
    ports: {
      webhookClient: {
        canPost: true,
        mayPost: () => true,
        post: async ({ url, body }) => {
          if (url === away) return { failure: "no_answer" };
          const { resourceId: record, sequence } = JSON.parse(body) as { resourceId: string; sequence: number };
          const isAccepted = accepts(record, sequence);
          heard.push({ record, sequence, isAccepted });
          return { status: isAccepted ? 200 : 500 };
        },
      },
    },
  });
  admin = (await app.signIn("Aisyah", ["webhooks.create"])).transport;
});
afterAll(() => app.close());
beforeEach(() => {
  heard = [];
  accepts = () => true;
});
afterEach(async () => void (await app.db.execute(sql`delete from webhook_endpoints`)));

const make = ({ url }: { url: string }) =>
  call(admin, webhooks.create, {
    id: newId(),
    title: "Shop system",
    url,
    types: ["certificate.suspended"],
    status: "active",
  });
const happen = (type: EventType, resourceId: string) =>
  inTransaction(app.api.systemContext(), (ctx) =>
    recordEvents(ctx, [{ type, resource: "certificates", resourceId, payload: {} }]),
  );
async function later(ms: number) {
  app.clock.advance(ms);
  await app.runJobs();
}

describe("the deliveries of one record to a receiver", () => {
  const records = ["a", "b", "c", "d", "e", "f"];
  const arrivedOf = (record: string) =>
    heard.filter((each) => each.record === record && each.isAccepted).map(({ sequence }) => sequence);
  const inversions = () =>
    records.flatMap((record) => {
      const sequences = heard.filter((each) => each.record === record).map(({ sequence }) => sequence);
      return sequences.filter((sequence, place) => place > 0 && sequence < sequences[place - 1]!);
    });

  test("arrive in order, however long the backlog and however unreliable the receiver", async () => {
    await make({ url: moody });
    await make({ url: away });
    const perRecord = 60;
    for (let event = 0; event < perRecord; event++) {
      for (const record of records) await happen("certificate.suspended", record);
      // The time of a call is not the order: a call that started earlier may have waited for the record.
      app.clock.advance(event % 2 === 0 ? 5000 : -4000);
    }
    // Every fifth event is accepted only when it is retried.
    const refusedOnce = new Set<number>();
    accepts = (_, sequence) => sequence % 5 !== 0 || refusedOnce.size === refusedOnce.add(sequence).size;
    const hasAll = () => records.every((record) => arrivedOf(record).length === perRecord);
    for (let turn = 0; turn < 100 && !hasAll(); turn++) await later(minuteMs);
    expect(inversions()).toEqual([]);
    expect(records.map((record) => arrivedOf(record).length)).toEqual(records.map(() => perRecord));
  });

  test("wait for an event that the receiver refuses, without delaying other records", async () => {
    await make({ url: moody });
    accepts = (record) => record !== "a";
    for (let event = 0; event < 30; event++) {
      for (const record of records) await happen("certificate.suspended", record);
    }
    await later(minuteMs);
    expect(records.map((record) => arrivedOf(record).length)).toEqual([0, 30, 30, 30, 30, 30]);
    expect(new Set(heard.filter(({ record }) => record === "a").map(({ sequence }) => sequence)).size).toBe(1);
    accepts = () => true;
    for (let turn = 0; turn < 10; turn++) await later(minuteMs);
    expect(arrivedOf("a")).toHaveLength(30);
    expect(inversions()).toEqual([]);
    expect(await rowsOf(app.db, sql`select id from webhook_deliveries where status = 'waiting'`)).toEqual([]);
  });

  test("continue soon after the receiver was unavailable for hours", async () => {
    await make({ url: moody });
    accepts = () => false;
    await happen("certificate.suspended", "a");
    for (const delay of retryDelaysMs.slice(0, 6)) await later(delay);
    await happen("certificate.suspended", "a");
    await happen("certificate.suspended", "b");
    accepts = () => true;
    await later(minuteMs);
    await later(minuteMs);
    expect([arrivedOf("a").length, arrivedOf("b").length]).toEqual([2, 1]);
    expect(inversions()).toEqual([]);
  });
});
