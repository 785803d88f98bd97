import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import type { Transport } from "#web/call.ts";
import type { RecordMutations } from "#web/record/useRecordForm.ts";
import { WaitsForApproval } from "#web/record/waitsForApproval.ts";
import { useRecordMutations } from "#web/records/useRecordMutations.ts";
import { type Stall, stall, stallScreens } from "#web/testing/recordFixture.ts";
import { TransportContext } from "#web/transport.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let unmount = () => {};
afterEach(() => unmount());

/** Mutations against a server that answers `reply`, and the requests they sent. */
async function mutationsOver(reply: object, screens = stallScreens, answered?: { current: unknown }) {
  const sent: { method: string; path: string; body: object }[] = [];
  const transport: Transport = async (request) => {
    sent.push({ method: request.method, path: new URL(request.url).pathname, body: await request.json() });
    return new Response(JSON.stringify(reply));
  };
  const shown: { source: RecordMutations<object, Stall> | null } = { source: null };
  function Probe() {
    shown.source = useRecordMutations(screens, "new-id", answered) as unknown as RecordMutations<object, Stall>;
    return null;
  }
  const root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <TransportContext value={transport}>
        <Probe />
      </TransportContext>,
    ),
  );
  unmount = () => act(() => root.unmount());
  return { source: shown.source!, sent };
}

test("a new record is sent with the id it was given", async () => {
  const { source, sent } = await mutationsOver(stall);
  expect(await source.create({ name: "Dates" })).toEqual(stall);
  expect(sent).toEqual([{ method: "POST", path: "/api/v1/stalls", body: { id: "new-id", name: "Dates" } }]);
});

test("a create that answers more than the record keeps the answer, and returns the record", async () => {
  const answered = { current: null };
  const created = { recordOf: (answer: { stall: Stall }) => answer.stall, noteOf: () => null };
  const { source } = await mutationsOver({ stall, secret: "s3" }, { ...stallScreens, created }, answered);
  expect(await source.create({ name: "Dates" })).toEqual(stall);
  expect(answered.current).toEqual({ stall, secret: "s3" });
});

test("an update sends the changes with the preview's fingerprint, and returns no record if it waits for approval", async () => {
  const { source, sent } = await mutationsOver({ approvalId: "a1" });
  const update = source.update({ rentBps: 0 }, stall, { fingerprint: "f", reason: "Lower rent" });
  await expect(update).rejects.toBeInstanceOf(WaitsForApproval);
  expect(sent).toMatchObject([
    {
      method: "PATCH",
      path: `/api/v1/stalls/${stall.id}`,
      body: { rentBps: 0, fingerprint: "f", reason: "Lower rent" },
    },
  ]);
});

test("the impact of fields that other areas depend on is requested before saving", async () => {
  const { source, sent } = await mutationsOver({ fingerprint: "f", consequences: [] });
  expect(source.withImpact?.fields).toEqual(["rentBps"]);
  expect(await source.withImpact?.preview({ rentBps: 0 }, stall)).toMatchObject({ fingerprint: "f" });
  expect(sent).toMatchObject([{ method: "POST", path: `/api/v1/stalls/${stall.id}/preview` }]);
});

test("a form holds only the record's values", async () => {
  const { source } = await mutationsOver(stall);
  const values = source.valuesOf(stall);
  expect(values).toMatchObject({ code: "A1", rentBps: 250, note: null });
  expect(values).not.toHaveProperty("version");
});
