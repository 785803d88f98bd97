import { expect, test } from "vitest";
import { changedFields, draftKey, keepDraft, readDraft } from "#web/record/drafts.ts";

const now = Date.parse("2026-11-20T09:00:00.000Z");
const draft = { base: { name: "Bustan" }, version: 3, values: { name: "Bustan Nour" }, at: "2026-11-20T08:50:00.000Z" };

function storageWith(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("a draft outlives the page", () => {
  const storage = storageWith();
  keepDraft(storage, "k", draft);
  expect(readDraft(storage, "k", now)).toEqual(draft);
});

test("what says nothing new is no draft", () => {
  expect(readDraft(storageWith(), "k", now)).toBeNull();
  expect(readDraft(storageWith({ k: JSON.stringify({ ...draft, values: draft.base }) }), "k", now)).toBeNull();
});

test("what cannot be read is no draft", () => {
  for (const text of ["{", "[]", '"text"', '{"base":1,"values":2}'])
    expect(readDraft(storageWith({ k: text }), "k", now)).toBeNull();
});

test("a draft is forgotten after thirty days", () => {
  const at = (iso: string) => storageWith({ k: JSON.stringify({ ...draft, at: iso }) });
  expect(readDraft(at("2026-10-21T09:00:00.000Z"), "k", now)).not.toBeNull();
  expect(readDraft(at("2026-10-21T08:59:59.999Z"), "k", now)).toBeNull();
});

test("a full browser does not stop anybody from typing", () => {
  const full = {
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(() => keepDraft(full, "k", draft)).not.toThrow();
});

test("two people at one desk have their own drafts", () => {
  expect(draftKey("u1", "brands.new")).not.toBe(draftKey("u2", "brands.new"));
});

test("only what changed is sent", () => {
  const base = { name: "a", tags: ["x"], nameI18n: { ar: "b" }, story: null };
  expect(changedFields(base, { ...base, tags: ["x"], nameI18n: { ar: "b" } })).toEqual({});
  expect(changedFields<Record<string, unknown>>(base, { ...base, story: "new", tags: [] })).toEqual({
    story: "new",
    tags: [],
  });
});
