import { QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import * as z from "zod/mini";
import { type Input, operation, type Output } from "#base/contract.ts";
import { call, type Transport } from "#web/call.ts";
import { queryClientOf } from "#web/operations.ts";
import type { Mutation, OptimisticQueue } from "#web/optimistic/optimisticQueue.ts";
import { SessionContext } from "#web/session.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { signedIn } from "#web/testing/signedIn.ts";
import { TransportContext } from "#web/transport.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

// Crates on shelves: an area whose list has several cached answers, one for each shelf.

const Crate = z.object({ id: z.string(), shelf: z.string(), label: z.string() });
export type Crate = z.output<typeof Crate>;

const common = { permission: "session", summary: "Crates" } as const;
export const crates = {
  list: operation({
    ...common,
    method: "GET",
    path: "/api/crates",
    input: z.object({ shelf: z.string() }),
    output: z.object({ rows: z.array(Crate) }),
  }),
  change: operation({ ...common, method: "PATCH", path: "/api/crates/{id}", input: Crate, output: Crate }),
  count: operation({
    ...common,
    method: "GET",
    path: "/api/crates/count",
    input: z.object({}),
    output: z.object({ count: z.int() }),
  }),
};
type CrateList = typeof crates.list;
export type CrateMutation = Mutation<CrateList, Crate>;

export const crateQueue: OptimisticQueue<CrateList, Crate> = { name: "crates", read: crates.list };

/** Puts a crate on its shelf, and takes it off all others. */
const placed =
  (crate: Crate) =>
  ({ rows }: Output<CrateList>, { shelf }: Input<CrateList>): Output<CrateList> => {
    const others = rows.filter(({ id }) => id !== crate.id);
    return { rows: shelf === crate.shelf ? [...others, crate] : others };
  };

export const changeCrate = (crate: Crate): CrateMutation => ({
  apply: placed(crate),
  send: async (transport, isRetry) => {
    const label = isRetry ? `${crate.label} (again)` : crate.label;
    return placed(await call(transport, crates.change, { ...crate, label }));
  },
  saved: crate,
});

type SentCall = { readonly body: unknown; readonly answer: (response: Response) => void };

/** A server whose reads answer at once, and whose writes when the test says so. */
export function crateServer(rows: readonly Crate[]) {
  const sent: SentCall[] = [];
  const reads: string[] = [];
  const transport: Transport = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "GET") {
      reads.push(pathname + (searchParams.get("shelf") ?? ""));
      if (pathname.endsWith("/count")) return Response.json({ count: rows.length });
      return Response.json({ rows: rows.filter(({ shelf }) => shelf === searchParams.get("shelf")) });
    }
    const body: unknown = await request.json();
    return new Promise((answer) => sent.push({ body, answer }));
  };
  return {
    sent,
    reads,
    transport,
    away: () => Response.json({ code: "retry_later", message: "Away" }, { status: 503 }),
  };
}

/** A page of Aisyah's that shows this. */
export async function showPage(transport: Transport, content: ReactNode) {
  const screen = document.createElement("div");
  const root = createRoot(screen);
  const session = await signedIn(transport);
  const toasts = createToasts();
  await act(async () =>
    root.render(
      <SessionContext value={session}>
        <QueryClientProvider client={queryClientOf(transport)}>
          <TransportContext value={transport}>
            <ToastsContext value={toasts}>{content}</ToastsContext>
          </TransportContext>
        </QueryClientProvider>
      </SessionContext>,
    ),
  );
  await waitForEffects();
  return { screen, session, toasts, leave: () => act(async () => root.unmount()) };
}
