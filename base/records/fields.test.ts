import { expect, test } from "vitest";
import * as z from "zod/mini";
import { field, fields } from "#base/records/fields.ts";

const widget = fields(
  {
    code: field.code(/^[A-Z]+$/, { error: "shelf_code" }),
    name: field.text({ required: true, min: 2, max: 5 }),
    nameI18n: field.translations("name", { max: 5 }),
    note: field.text({ max: 5, isLong: true }),
    source: field.url(),
    openedOn: field.date(),
    side: field.choice(["left", "right"]),
    kind: field.choice(["dry", "cold"], { initial: "dry" }),
    position: field.integer({ max: 9 }),
    shareBps: field.percent({ initial: 100 }),
    isOpen: field.flag(),
    tags: field.custom(z.array(z.string()), []),
  },
  {
    errorsOf: ({ kind, isOpen }) => (kind === "cold" && isOpen ? [{ path: "isOpen", code: "open", message: "" }] : []),
  },
);

test("an empty record has null for optional values, and initial values elsewhere", () => {
  expect(widget.empty).toEqual({
    code: "",
    name: "",
    nameI18n: {},
    note: null,
    source: null,
    openedOn: null,
    side: null,
    kind: "dry",
    position: null,
    shareBps: 100,
    isOpen: null,
    tags: [],
  });
});

const whole = { ...widget.empty, code: "A", name: "Dates" };
const problemsOf = (values: object) =>
  z.safeParse(widget.schema, { ...whole, ...values }).error?.issues.map(({ path }) => path.join(".")) ?? [];

test.each([
  [{}, []],
  [{ code: "a" }, ["code"]],
  [{ name: "D" }, ["name"]],
  [{ name: null }, ["name"]],
  [{ note: "" }, ["note"]],
  [{ note: "a\nb" }, []],
  [{ nameI18n: { ar: "تمور طويلة" } }, ["nameI18n.ar"]],
  [{ source: "http://x.example" }, ["source"]],
  [{ openedOn: "2026-11-20" }, []],
  [{ openedOn: "2026-02-30" }, ["openedOn"]],
  [{ side: "top" }, ["side"]],
  [{ kind: null }, ["kind"]],
  [{ position: 10 }, ["position"]],
  [{ position: -1 }, ["position"]],
  [{ shareBps: 10_001 }, ["shareBps"]],
  [{ other: 1 }, [""]],
])("%o has problems at %o", (values, paths) => {
  expect(problemsOf(values)).toEqual(paths);
});

test("values are read from a record without the server's fields, and checked against each other", () => {
  const record = { ...whole, id: "1", version: 2 };
  expect(widget.valuesOf(record)).toEqual(whole);
  expect(widget.errorsOf(whole, null)).toEqual([]);
  expect(widget.errorsOf({ ...whole, kind: "cold", isOpen: true }, "active")).toMatchObject([{ path: "isOpen" }]);
});

test.each([
  ["<p>Hello</p>", true],
  ["<p></p>", false],
  ["<p> <br /></p>", false],
  [`<p>${"a".repeat(50)}</p>`, false],
])("rich text %s is accepted where something must be written: %s", (html, isAccepted) => {
  const texts = fields({ body: field.richText({ required: true, max: 50 }), note: field.richText({ max: 50 }) });
  expect(z.safeParse(texts.schema, { body: html, note: "" }).success).toBe(isAccepted);
});
