import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { bulkRefusals } from "#base/bulk.ts";
import { commonRefusals } from "#base/refusal.ts";
import { draftKey } from "#web/record/drafts.ts";
import { type RecordForm, type RecordMutations, useRecordForm } from "#web/record/useRecordForm.ts";
import { SessionContext } from "#web/session.tsx";
import { aisyah, signedIn } from "#web/testing/signedIn.ts";
import { createToasts, ToastsContext } from "#web/ui/toasts.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const Note = z.strictObject({ title: z.string().check(z.minLength(1)), text: z.nullable(z.string()) });
type Note = z.output<typeof Note>;
type NoteRecord = Note & { readonly id: string; readonly version: number };

const first: NoteRecord = { id: "n1", version: 3, title: "Dates", text: "Sweet." };

/** A server that stores one note, and another user who changes it. */
function noteServer() {
  let current = first;
  const sent: Partial<Note>[] = [];
  const write = (patch: Partial<Note>) => {
    current = { ...current, ...patch, version: current.version + 1 };
    return current;
  };
  const source: RecordMutations<Note, NoteRecord> = {
    name: "notes",
    schema: Note,
    valuesOf: ({ title, text }) => ({ title, text }),
    create: async (values) => ({ id: "new", version: 1, ...values }),
    update: async (patch, { version }) => {
      sent.push(patch);
      if (version !== current.version)
        throw commonRefusals.version_conflict({ current, changedBy: "Karim", changedAt: "2026-11-20T09:00:00.000Z" });
      return write(patch);
    },
  };
  return { source, sent, write, read: () => current };
}

const { userId } = aisyah;

let unmount = () => {};
beforeEach(() => localStorage.clear());
afterEach(() => unmount());

/** Renders the form with that server. */
async function openForm({ source }: Pick<ReturnType<typeof noteServer>, "source">, opened: NoteRecord = first) {
  const saved: { record: NoteRecord; merged: readonly string[] }[] = [];
  const shown: { form: RecordForm<Note, NoteRecord> | null } = { form: null };
  function Probe({ record }: { readonly record: NoteRecord }) {
    shown.form = useRecordForm<Note, NoteRecord>(source, {
      record,
      initial: { title: "", text: null },
      onSaved: (next, { merged }) => void saved.push({ record: next, merged }),
    });
    // Must be read: the form reports only state that was read.
    return <output>{Object.keys(shown.form.form.formState.errors)}</output>;
  }
  const session = await signedIn(async () => new Response("{}"));
  const root = createRoot(document.createElement("div"));
  const show = (record: NoteRecord) =>
    act(async () =>
      root.render(
        <SessionContext value={session}>
          <ToastsContext value={createToasts()}>
            <Probe record={record} />
          </ToastsContext>
        </SessionContext>,
      ),
    );
  await show(opened);
  unmount = () => act(() => root.unmount());
  return {
    saved,
    form: () => shown.form!,
    type: (values: Partial<Note>) =>
      act(async () => {
        for (const [name, value] of Object.entries(values)) shown.form!.form.setValue(name as keyof Note, value);
      }),
    submit: () => act(async () => shown.form!.submit()),
    values: () => shown.form!.form.getValues(),
    show,
  };
}

test("sends only changed fields, and is based on the response afterwards", async () => {
  const server = noteServer();
  const screen = await openForm(server);
  await screen.type({ text: "Very sweet." });
  expect(screen.form().isChanged()).toBe(true);
  await screen.submit();
  expect(server.sent).toEqual([{ text: "Very sweet." }]);
  expect(screen.saved.map(({ record }) => record.version)).toEqual([4]);
  expect(screen.form().isChanged()).toBe(false);
});

test("has no unsaved changes once the record is saved, even while the screen is still reading it again", async () => {
  const server = noteServer();
  const held = { answer: (_: NoteRecord) => {} };
  const update = () => new Promise<NoteRecord>((resolve) => Object.assign(held, { answer: resolve }));
  const screen = await openForm({ source: { ...server.source, update } });
  await screen.type({ title: "Medjool" });
  let submitted: Promise<void> | undefined;
  await act(async () => {
    submitted = screen.form().submit();
  });
  await screen.show({ ...first, version: 4, text: "Bitter." });
  expect(screen.form().isChanged()).toBe(true);
  await screen.show({ ...first, version: 4, title: "Medjool" });
  expect(screen.form().isChanged()).toBe(false);
  expect(screen.saved).toEqual([]);
  await act(async () => {
    held.answer({ ...first, version: 4, title: "Medjool" });
    await submitted;
  });
  expect(screen.saved.map(({ record }) => record.title)).toEqual(["Medjool"]);
});

test("sends nothing that the schema rejects", async () => {
  const server = noteServer();
  const screen = await openForm(server);
  await screen.type({ title: "" });
  await screen.submit();
  expect(server.sent).toEqual([]);
  expect(Object.keys(screen.form().form.formState.errors)).toEqual(["title"]);
});

test("saves over a colleague's change of another field without asking", async () => {
  const server = noteServer();
  const screen = await openForm(server);
  server.write({ title: "Ripe dates" });
  await screen.type({ text: "Very sweet." });
  await screen.submit();
  expect(screen.form().conflict).toBeNull();
  expect(server.read()).toMatchObject({ title: "Ripe dates", text: "Very sweet.", version: 5 });
  expect(screen.saved[0]?.merged).toEqual(["title"]);
  expect(screen.values()).toEqual({ title: "Ripe dates", text: "Very sweet." });
});

test("asks if both changed the same field, and saves the decision", async () => {
  const server = noteServer();
  const screen = await openForm(server);
  server.write({ text: "Theirs." });
  await screen.type({ text: "Mine." });
  let submitted: Promise<unknown> = Promise.resolve();
  await act(async () => {
    submitted = screen.form().submit();
    // The dialog waits for the user, and so does the submit.
    await new Promise((resolve) => setTimeout(resolve));
  });
  const { merge, changedBy, onDecide } = screen.form().conflict!;
  expect(changedBy).toBe("Karim");
  expect(merge.conflicts).toEqual([{ path: "text", original: "Sweet.", mine: "Mine.", theirs: "Theirs." }]);
  await act(async () => {
    onDecide({ title: "Dates", text: "Both." });
    await submitted;
  });
  expect(server.read()).toMatchObject({ text: "Both.", version: 5 });
  expect(screen.form().conflict).toBeNull();
});

test("goes on editing with everything unchanged if nothing is decided", async () => {
  const server = noteServer();
  const screen = await openForm(server);
  server.write({ text: "Theirs." });
  await screen.type({ text: "Mine." });
  let submitted: Promise<unknown> = Promise.resolve();
  await act(async () => {
    submitted = screen.form().submit();
    await new Promise((resolve) => setTimeout(resolve));
  });
  await act(async () => {
    screen.form().conflict!.onDecide(null);
    await submitted;
  });
  expect(screen.values().text).toBe("Mine.");
  expect(server.read().text).toBe("Theirs.");
  expect(screen.saved).toEqual([]);
});

/** The decision comes later: the submit waits for it. */
async function submitOf(screen: Awaited<ReturnType<typeof openForm>>) {
  let submitted: Promise<unknown> = Promise.resolve();
  await act(async () => {
    submitted = screen.form().submit();
    await new Promise((resolve) => setTimeout(resolve));
  });
  return (isSure: boolean) =>
    act(async () => {
      screen.form().impact!.onDecide(isSure);
      await Promise.race([submitted, new Promise((resolve) => setTimeout(resolve))]);
    });
}

test("shows the impact before it saves, and saves exactly what was shown", async () => {
  const server = noteServer();
  const requested: (Partial<Note> & { readonly version: number })[] = [];
  const shown: (string | undefined)[] = [];
  let pausing = 0;
  const source: typeof server.source = {
    ...server.source,
    withImpact: {
      fields: ["title"],
      preview: async (patch, { version }) => {
        requested.push({ ...patch, version });
        return { fingerprint: `pauses ${pausing}`, consequences: pausing > 0 ? [paused(pausing)] : [] };
      },
    },
    update: (patch, at, { fingerprint }) => {
      shown.push(fingerprint);
      if (fingerprint !== undefined && fingerprint !== `pauses ${pausing}`) throw bulkRefusals.preview_stale();
      return server.source.update(patch, at, {});
    },
  };
  const screen = await openForm({ ...server, source });
  await screen.type({ text: "Very sweet." });
  await screen.submit();
  expect(requested).toEqual([]);

  // No impact: one more call, and no dialog.
  await screen.type({ title: "Ripe dates" });
  await screen.submit();
  expect(requested).toEqual([{ title: "Ripe dates", version: 4 }]);
  expect(screen.form().impact).toBeNull();

  pausing = 14;
  await screen.type({ title: "Dates of Ajwa", text: "Dark." });
  const decide = await submitOf(screen);
  expect(screen.form().impact).toMatchObject({ isAnew: false, impact: { consequences: [{ count: 14 }] } });
  await decide(false);
  expect(screen.values()).toEqual({ title: "Dates of Ajwa", text: "Dark." });
  expect(screen.form().isChanged()).toBe(true);
  expect(server.read()).toMatchObject({ title: "Ripe dates", version: 5 });

  // The impact has grown since it was shown: it is shown again.
  const decideAgain = await submitOf(screen);
  pausing = 15;
  await decideAgain(true);
  expect(screen.form().impact).toMatchObject({ isAnew: true, impact: { consequences: [{ count: 15 }] } });
  await decideAgain(true);
  expect(server.read()).toMatchObject({ title: "Dates of Ajwa", text: "Dark.", version: 6 });
  expect(shown).toEqual([undefined, "pauses 0", "pauses 14", "pauses 15"]);
  expect(screen.form().impact).toBeNull();
});

const paused = (count: number) => ({ resource: "assignments", verb: "paused", count, facts: {}, reaches: [] });

test("offers the draft of an earlier visit, with the version it was based on", async () => {
  const server = noteServer();
  const key = draftKey(userId, "notes.n1");
  const draft = { base: { title: "Dates", text: "Sweet." }, version: 3, values: { title: "Dates", text: "Typed." } };
  localStorage.setItem(key, JSON.stringify({ ...draft, at: new Date().toISOString() }));
  const now = server.write({ title: "Ripe dates" });
  const screen = await openForm(server, now);
  await act(async () => screen.form().draft!.restore());
  expect(screen.values()).toEqual(draft.values);
  await screen.submit();
  expect(server.read()).toMatchObject({ title: "Ripe dates", text: "Typed." });
  expect(localStorage.getItem(key)).toBeNull();
});

test("keeps unsaved input when the screen closes, and deletes it when it is discarded", async () => {
  const server = noteServer();
  const screen = await openForm(server);
  await screen.type({ text: "Typed." });
  unmount();
  unmount = () => {};
  expect(localStorage.getItem(draftKey(userId, "notes.n1"))).toContain("Typed.");
  const again = await openForm(server);
  await act(async () => again.form().discard());
  expect(again.form().draft).toBeNull();
  expect(localStorage.getItem(draftKey(userId, "notes.n1"))).toBeNull();
});
