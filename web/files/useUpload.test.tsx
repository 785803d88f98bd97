import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import type { FileRule, StoredFile } from "#base/files.ts";
import { commonRefusals, type Refusal } from "#base/refusal.ts";
import type { Transport } from "#web/call.ts";
import { useUpload } from "#web/files/useUpload.ts";
import { TransportContext } from "#web/transport.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const rule: FileRule = { purpose: "productImage", accepts: ["image/png"], bytesMax: 100 };
let unmount = () => {};
afterEach(() => unmount());

/** A screen that uploads to a server that gives these responses, one per call. */
async function openScreen(...answers: (StoredFile | Refusal)[]) {
  const sent: { id: string | null; name: string | null; body: string }[] = [];
  const transport: Transport = async (request) => {
    const { searchParams } = new URL(request.url);
    sent.push({ id: searchParams.get("id"), name: searchParams.get("name"), body: await request.text() });
    const answer = answers[Math.min(sent.length, answers.length) - 1]!;
    if (!(answer instanceof Error)) return Response.json(answer);
    const { status, code, message, details } = answer;
    return Response.json({ status, code, message, errors: [], details }, { status });
  };
  const shown: { upload: ReturnType<typeof useUpload>["upload"] | null } = { upload: null };
  function Probe() {
    shown.upload = useUpload(rule).upload;
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
  return { sent, upload: (file: File) => act(async () => shown.upload!(file)) };
}

const stored = { id: "f1", purpose: rule.purpose, name: "dates.png", kind: "image" } as StoredFile;
const later = commonRefusals.retry_later({ retryAfterSeconds: 0 });

test("sends the bytes unchanged, under a name without line breaks", async () => {
  const { sent, upload } = await openScreen(stored);
  expect(await upload(new File(["dates"], "two\nlines.png"))).toEqual(stored);
  expect(sent).toEqual([{ id: sent[0]!.id, name: "two lines.png", body: "dates" }]);
});

test("retries with the same id while the server says later, but not forever", async () => {
  const once = await openScreen(later, stored);
  expect(await once.upload(new File(["dates"], "dates.png"))).toEqual(stored);
  expect(once.sent).toHaveLength(2);
  expect(once.sent[0]!.id).toBe(once.sent[1]!.id);
  unmount();
  const ever = await openScreen(later);
  await expect(ever.upload(new File(["dates"], "dates.png"))).rejects.toMatchObject({ code: "retry_later" });
  expect(ever.sent).toHaveLength(12);
});

test("does not send files that are empty or too large", async () => {
  const { sent, upload } = await openScreen(stored);
  await expect(upload(new File([], "dates.png"))).rejects.toMatchObject({ code: "file_empty" });
  await expect(upload(new File(["x".repeat(101)], "dates.png"))).rejects.toMatchObject({ code: "file_too_large" });
  expect(sent).toEqual([]);
});
