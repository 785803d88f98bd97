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

test("a draft survives a reload", () => {
  const storage = storageWith();
  keepDraft(storage, "k", draft);
  expect(readDraft(storage, "k", now)).toEqual(draft);
});

test("unchanged values are not a draft", () => {
  expect(readDraft(storageWith(), "k", now)).toBeNull();
  expect(readDraft(storageWith({ k: JSON.stringify({ ...draft, values: draft.base }) }), "k", now)).toBeNull();
});

test("an unreadable value is not a draft", () => {
  for (const text of ["{", "[]", '"text"', '{"base":1,"values":2}'])
    expect(readDraft(storageWith({ k: text }), "k", now)).toBeNull();
});

test("a draft is deleted after 30 days", () => {
  const at = (iso: string) => storageWith({ k: JSON.stringify({ ...draft, at: iso }) });
  expect(readDraft(at("2026-10-21T09:00:00.000Z"), "k", now)).not.toBeNull();
  expect(readDraft(at("2026-10-21T08:59:59.999Z"), "k", now)).toBeNull();
});

test("a full browser storage does not stop the user from typing", () => {
  const full = {
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(() => keepDraft(full, "k", draft)).not.toThrow();
});

test("two users of one device have separate drafts", () => {
  expect(draftKey("u1", "brands.new")).not.toBe(draftKey("u2", "brands.new"));
});

test("only changed fields are sent", () => {
  const base = { name: "a", tags: ["x"], nameI18n: { ar: "b" }, story: null };
  expect(changedFields(base, { ...base, tags: ["x"], nameI18n: { ar: "b" } })).toEqual({});
  expect(changedFields<Record<string, unknown>>(base, { ...base, story: "new", tags: [] })).toEqual({
    story: "new",
    tags: [],
  });
});
