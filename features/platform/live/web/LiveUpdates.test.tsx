import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { LiveUpdates } from "#features/platform/live/web/LiveUpdates.tsx";
import { useRead } from "#web/operations.ts";
import { clientId } from "#web/requestId.ts";
import { SessionContext } from "#web/session.tsx";
import { signedIn } from "#web/testing/signedIn.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { TransportContext } from "#web/transport.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const figs = operation({
  method: "GET",
  path: "/api/v1/figs/{id}",
  permission: "session",
  summary: "A fig",
  reads: [{ resource: "figs", id: "id" }],
  input: z.strictObject({ id: z.string() }),
  output: z.object({ id: z.string() }),
});

const encoder = new TextEncoder();

/** A server with streams that a test writes to, and what was read from it. */
function liveServer() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const requested: { readonly lastEventId: string | null }[] = [];
  let reads = 0;
  const transport = async (request: Request): Promise<Response> => {
    if (!request.url.endsWith("/stream")) {
      reads++;
      return Response.json({ id: "one" });
    }
    requested.push({ lastEventId: request.headers.get("last-event-id") });
    return new Response(new ReadableStream({ start: (controller) => void streams.push(controller) }));
  };
  const send = (kind: string, data: object, id: string, times = 1) => {
    const frame = `event: ${kind}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
    return act(async () => streams.at(-1)!.enqueue(encoder.encode(frame.repeat(times))));
  };
  return { transport, streams, requested, send, reads: () => reads };
}

/** As a browser does for all tabs of one origin: each caller waits for those before it. */
function lockOfOneOrigin() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const mine = last.then(() => (signal.aborted ? undefined : work()));
    last = mine;
    return mine;
  };
  return { request };
}

const closers: (() => void)[] = [];
afterEach(() => {
  act(() => closers.splice(0).forEach((close) => close()));
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

function Figs() {
  useRead(figs, { id: "one" });
  return null;
}

async function openTab(server: ReturnType<typeof liveServer>) {
  const session = await signedIn(server.transport);
  // A function for each tab, and with it a cache.
  const transport = (request: Request) => session.transport(request);
  const root = createRoot(document.createElement("div"));
  closers.push(() => root.unmount());
  await act(async () =>
    root.render(
      <SessionContext value={session}>
        <TransportContext value={transport}>
          <LiveUpdates />
          <Figs />
        </TransportContext>
      </SessionContext>,
    ),
  );
  return { close: () => act(async () => root.unmount()) };
}

const change = { resource: "figs", ids: ["one"], isGone: false, actorId: null, requestId: "elsewhere" };
/** More than the jitter and the pause between two reads. */
const readAgain = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 800)));

test("seven tabs hold one stream, and all of them read again what changed", async () => {
  vi.stubGlobal("navigator", { locks: lockOfOneOrigin() });
  const server = liveServer();
  const tabs = [];
  for (let tab = 0; tab < 7; tab++) tabs.push(await openTab(server));
  await waitForEffects();
  expect([server.streams.length, server.reads()]).toEqual([1, 7]);
  await server.send("change", change, "e.5");
  await server.send("change", { ...change, ids: ["other"] }, "e.6");
  await readAgain();
  expect(server.reads()).toBe(14);
  // The next tab continues where the first one stopped.
  await tabs[0]!.close();
  await waitForEffects();
  expect(server.requested.map(({ lastEventId }) => lastEventId)).toEqual([null, "e.6"]);
  await server.send("reset", { cursor: "e.9" }, "e.9");
  await readAgain();
  expect(server.reads()).toBe(20);
});

test("a burst of 1,000 changes is read once, and one’s own change not again", async () => {
  vi.stubGlobal("navigator", {});
  const server = liveServer();
  await openTab(server);
  await waitForEffects();
  await server.send("change", change, "e.1", 1000);
  await readAgain();
  expect(server.reads()).toBe(2);
  const sentBefore = (Date.now() - 60_000).toString(36);
  await server.send("change", { ...change, requestId: `${clientId}-${sentBefore}-1` }, "e.2");
  await readAgain();
  expect(server.reads()).toBe(2);
});
