import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EventType } from "#base/eventTypes.ts";
import { dayMs, hourMs, minuteMs } from "#base/time.ts";
import { recordEvents } from "#api/events.ts";
import { inTransaction } from "#api/context.ts";
import type { WebhookClient } from "#api/ports.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { webhookDescription } from "#features/platform/webhooks/api/service/description.ts";
import { webhooksFeature } from "#features/platform/webhooks/api/routes.ts";
import { type Webhook, webhooks } from "#features/platform/webhooks/contract.ts";
import type { WebhookInput } from "#features/platform/webhooks/fields.ts";
import { retentionMs, retryDelaysMs } from "#features/platform/webhooks/rules.ts";
import { webhookClient } from "#hosts/node/webhookClient.ts";
import { call, type Transport } from "#web/call.ts";

type ReceivedRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

let receiver: Server;
let url: string;
let received: ReceivedRequest[] = [];
let answerWith: number | "nothing" = 200;
let app: TestApi;
let admin: Transport;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      if (answerWith === "nothing") request.socket.destroy();
      else response.writeHead(answerWith, { location: "http://127.0.0.1:1/" }).end("x".repeat(100));
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `http://${host}/hooks`;
  app = await testApi([webhooksFeature], { ports: { webhookClient: besides(webhookClient([host])) } });
  admin = (
    await app.signIn("Aisyah", [
      "webhooks.read",
      "webhooks.create",
      "webhooks.update",
      "webhooks.delete",
      "webhooks.replay",
    ])
  ).transport;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await app.close();
});
beforeEach(() => {
  received = [];
  answerWith = 200;
});
afterEach(async () => void (await app.db.execute(sql`delete from webhook_endpoints`)));

// Fake receivers that do or don't answer, without a network that would be slow on a busy machine.
const [atOnce, away] = ["https://at-once.example/", "https://away.example/"];
const besides = (real: WebhookClient): WebhookClient => ({
  ...real,
  post: async (parcel) => {
    if (parcel.url === atOnce) return { status: 200 };
    return parcel.url === away ? { failure: "no_answer" } : real.post(parcel);
  },
});

const input = (changed: Partial<WebhookInput> = {}): WebhookInput => ({
  title: "Shop system",
  url,
  types: ["certificate.suspended", "assignment.paused"],
  status: "active",
  ...changed,
});
async function make(changed: Partial<WebhookInput> = {}): Promise<{ webhook: Webhook; secret: string }> {
  const { webhook, secret } = await call(admin, webhooks.create, { id: newId(), ...input(changed) });
  return { webhook, secret: secret! };
}
const happen = (type: EventType, resourceId = newId()) =>
  inTransaction(app.api.systemContext(), (ctx) =>
    recordEvents(ctx, [{ type, resource: "certificates", resourceId, payload: { code: "CERT-000114" } }]),
  );
const deliveriesOf = async (endpointId: string) =>
  (
    await call(admin, webhooks.deliveries, {
      sort: "createdAt",
      direction: "desc",
      limit: 25,
      count: "none",
      endpointId,
    })
  ).rows;
async function later(ms: number) {
  app.clock.advance(ms);
  await app.runJobs();
}

describe("a delivery", () => {
  test("sends an event once, signed as Standard Webhooks defines", async () => {
    const { webhook, secret } = await make();
    await happen("certificate.suspended", "0193");
    await happen("retailer.closed");
    await later(minuteMs);
    await later(minuteMs);
    expect(received).toHaveLength(1);
    const [{ headers, body }] = received as [ReceivedRequest];
    expect(JSON.parse(body)).toMatchObject({
      type: "certificate.suspended",
      resource: "certificates",
      resourceId: "0193",
      data: { code: "CERT-000114" },
    });
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    const { parameters, requestBody } = webhookDescription.event.post;
    const { properties } = requestBody.content["application/json"].schema;
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
    expect(Object.keys(JSON.parse(body) as object)).toEqual(Object.keys(properties));
    expect(Math.abs(Number(headers["webhook-timestamp"]) * 1000 - Date.parse(app.clock.now))).toBeLessThan(dayMs);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: "delivered", attempts: 1, lastStatus: 200 }]);
  });

  test("isn't sent for a change that was rolled back", async () => {
    await make();
    const runAndRollBack = inTransaction(app.api.systemContext(), async (ctx) => {
      await recordEvents(ctx, [{ type: "assignment.paused", resource: "assignments", resourceId: "1", payload: {} }]);
      throw new Error("undone");
    });
    await expect(runAndRollBack).rejects.toThrow("undone");
    await later(minuteMs);
    expect(received).toHaveLength(0);
  });

  test("is retried with back-off for a day, and then given up", async () => {
    const { webhook } = await make();
    answerWith = 500;
    await happen("certificate.suspended");
    await later(minuteMs);
    for (const delay of retryDelaysMs) await later(delay + minuteMs);
    expect(received).toHaveLength(retryDelaysMs.length + 1);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: "failed", attempts: 9, lastStatus: 500 }]);
    await later(dayMs);
    expect(received).toHaveLength(retryDelaysMs.length + 1);
  });

  test("that got no answer arrives once the receiver answers again", async () => {
    const { webhook } = await make();
    answerWith = "nothing";
    await happen("assignment.paused");
    await later(minuteMs);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: "waiting", lastFailure: "no_answer" }]);
    expect((await call(admin, webhooks.get, { id: webhook.id })).failingSince).not.toBeNull();
    answerWith = 204;
    await later(hourMs);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: "delivered", attempts: 2, lastStatus: 204 }]);
    expect((await call(admin, webhooks.get, { id: webhook.id })).failingSince).toBeNull();
  });

  test("follows no redirect", async () => {
    const { webhook } = await make();
    answerWith = 307;
    await happen("assignment.paused");
    await later(minuteMs);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: "waiting", lastFailure: "redirected" }]);
  });

  test("that a killed process was sending is sent again after its lease", async () => {
    const { webhook } = await make();
    await happen("assignment.paused");
    answerWith = "nothing";
    await later(minuteMs);
    // As left by a process that was killed between the claim and the outcome.
    await app.db.execute(sql`
      update webhook_deliveries set attempts = 2, next_attempt_at = ${app.clock.now}::timestamptz + interval '1 minute'
       where endpoint_id = ${webhook.id}`);
    answerWith = 200;
    await later(2 * minuteMs);
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: "delivered", attempts: 3 }]);
  });
});

describe("many deliveries", () => {
  const cascade = async (count: number) => {
    for (let event = 0; event < count; event++) await happen("assignment.paused");
  };
  const statusesOf = (endpointId: string) =>
    rowsOf<{ status: string; count: number }>(
      app.db,
      sql`select status, count(*)::int as count from webhook_deliveries where endpoint_id = ${endpointId} group by status`,
    );

  test("are sent batch after batch while the receiver answers", async () => {
    const { webhook } = await make({ url: atOnce });
    await cascade(45);
    await later(minuteMs);
    expect(await statusesOf(webhook.id)).toEqual([{ status: "delivered", count: 45 }]);
  });

  test("don't wait for a receiver that doesn't answer", async () => {
    const { webhook: absent } = await make({ title: "Away", url: away });
    const { webhook } = await make({ url: atOnce });
    await cascade(25);
    await later(minuteMs);
    await later(minuteMs);
    expect(await statusesOf(webhook.id)).toEqual([{ status: "delivered", count: 25 }]);
    expect(await statusesOf(absent.id)).toEqual([{ status: "waiting", count: 25 }]);
  });
});

describe("a webhook", () => {
  test("is paused after three days without an answer, and at once if its receiver is gone", async () => {
    const { webhook } = await make();
    answerWith = 503;
    await happen("assignment.paused");
    await later(minuteMs);
    app.clock.advance(3 * dayMs);
    await happen("assignment.paused");
    await later(minuteMs);
    expect(await call(admin, webhooks.get, { id: webhook.id })).toMatchObject({
      status: "paused",
      pauseReason: "failing",
    });
    const { webhook: gone } = await make({ types: ["brand.archived"] });
    answerWith = 410;
    await happen("brand.archived");
    await later(minuteMs);
    expect(await call(admin, webhooks.get, { id: gone.id })).toMatchObject({ status: "paused", pauseReason: "gone" });
  });

  test("signs with the old secret too for a day after its rotation", async () => {
    const { webhook, secret } = await make();
    const { webhook: renewed, secret: newSecret } = await call(admin, webhooks.rotate, {
      id: webhook.id,
      version: webhook.version,
    });
    expect(newSecret).not.toBe(secret);
    await happen("assignment.paused");
    await later(minuteMs);
    expect(received[0]!.headers["webhook-signature"]!.split(" ")).toHaveLength(2);
    app.clock.advance(dayMs);
    await happen("assignment.paused");
    await later(minuteMs);
    expect(received[1]!.headers["webhook-signature"]!.split(" ")).toHaveLength(1);
    expect(renewed.version).toBe(2);
  });

  test("has all its fields in the audit entry of its creation, and nothing about a new secret", async () => {
    const { webhook } = await make();
    await call(admin, webhooks.rotate, { id: webhook.id, version: 1 });
    await call(admin, webhooks.update, { id: webhook.id, version: 2, title: "Another", status: "paused" });
    await call(admin, webhooks.remove, { id: webhook.id, version: 3 });
    const entries = await rowsOf<{ action: string; changes: object }>(
      app.db,
      sql`select action, changes from audit_log where resource_id = ${webhook.id} order by id`,
    );
    const created = Object.entries(input()).map(([name, after]) => [name, { before: null, after }]);
    expect(entries).toEqual([
      { action: "create", changes: Object.fromEntries(created) },
      { action: "renew", changes: {} },
      {
        action: "update",
        changes: { title: { before: "Shop system", after: "Another" }, status: { before: "active", after: "paused" } },
      },
      { action: "remove", changes: {} },
    ]);
  });

  test("stores its secret encrypted and returns it once", async () => {
    const id = newId();
    const made = await call(admin, webhooks.create, { id, ...input() });
    const again = await call(admin, webhooks.create, { id, ...input() });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(again).toMatchObject({ secret: null, webhook: { id, version: 1 } });
    const kept = await rowsOf(
      app.db,
      sql`select webhook_endpoints::text, (select string_agg(audit_log::text, '') from audit_log) from webhook_endpoints`,
    );
    expect(JSON.stringify(kept)).not.toContain(made.secret!.slice(6));
    expect((await refusalOf(call(admin, webhooks.create, { id, ...input({ title: "Other" }) }))).code).toBe("id_taken");
  });

  test.each([
    "https://localhost/x",
    "https://10.0.0.7/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://intranet/",
    "https://169.254.169.254/latest",
    "http://example.com/",
    "https://example.com:99999/",
    "https://[fe80::1%25eth0]/",
    "https://[::1/",
  ])("can't be sent to %s: internal, unencrypted or invalid", async (inside) => {
    const { code, errors } = await refusalOf(call(admin, webhooks.create, { id: newId(), ...input({ url: inside }) }));
    expect([code, errors?.[0]?.path]).toEqual(["invalid_input", "url"]);
  });

  test("answers a ping at once, and a repeated ping without another call", async () => {
    const { webhook } = await make();
    const deliveryId = newId();
    const trial = await call(admin, webhooks.ping, { id: webhook.id, deliveryId });
    expect(trial).toMatchObject({ type: "webhook.ping", status: "delivered", lastStatus: 200 });
    expect(await call(admin, webhooks.ping, { id: webhook.id, deliveryId })).toMatchObject({ status: "delivered" });
    expect(received).toHaveLength(1);
    const replayed = await call(admin, webhooks.replay, { id: trial.id, deliveryId: newId() });
    expect(replayed).toMatchObject({ status: "delivered", isReplay: true, eventId: trial.eventId });
    const { body } = await call(admin, webhooks.delivery, { id: replayed.id });
    expect(received.map((each) => each.body)).toEqual([body, body]);
  });

  test("refuses a delivery id of another request, which would report a call that was never made", async () => {
    const [{ webhook }, { webhook: other }] = [await make(), await make({ title: "Other" })];
    const [deliveryId, elsewhere] = [newId(), newId()];
    await call(admin, webhooks.ping, { id: webhook.id, deliveryId });
    await call(admin, webhooks.ping, { id: other.id, deliveryId: elsewhere });
    const again = [
      refusalOf(call(admin, webhooks.ping, { id: other.id, deliveryId })),
      refusalOf(call(admin, webhooks.replay, { id: elsewhere, deliveryId })),
    ];
    expect((await Promise.all(again)).map(({ code }) => code)).toEqual(["id_taken", "id_taken"]);
    expect(received).toHaveLength(2);
  });

  test("that is paused refuses a ping, and receives nothing", async () => {
    const { webhook } = await make({ status: "paused" });
    expect((await refusalOf(call(admin, webhooks.ping, { id: webhook.id, deliveryId: newId() }))).code).toBe(
      "webhook_paused",
    );
    await happen("assignment.paused");
    await later(minuteMs);
    expect(received).toHaveLength(0);
  });

  test("is hidden from a user who is limited to a scope", async () => {
    const { webhook } = await make();
    const { transport } = await app.signIn("Bound", ["webhooks.read@scope"], [{ kind: "country", target: "AE" }]);
    expect((await refusalOf(call(transport, webhooks.get, { id: webhook.id }))).code).toBe("not_found");
    expect((await call(transport, webhooks.list, { sort: "title", limit: 25, count: "none" })).rows).toEqual([]);
  });
});

test("events that are too old to replay are deleted, with their deliveries", async () => {
  const { webhook } = await make();
  await happen("assignment.paused");
  await later(minuteMs);
  expect(await deliveriesOf(webhook.id)).toHaveLength(1);
  await later(retentionMs + hourMs);
  expect(await deliveriesOf(webhook.id)).toHaveLength(0);
});
