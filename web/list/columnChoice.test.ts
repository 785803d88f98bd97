import { expect, test } from "vitest";
import {
  columnsUnder,
  moveColumn,
  moveColumnTo,
  orderedColumns,
  pinColumn,
  showColumn,
  shownColumns,
} from "#web/list/columnChoice.ts";
import { initialChoice } from "#web/list/preferences.ts";

const columns = [{ id: "name" }, { id: "code" }, { id: "country" }, { id: "founded", isHidden: true as const }];
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test("shows the declared columns until the user chooses others", () => {
  expect(idsOf(shownColumns(columns, initialChoice))).toEqual(["name", "code", "country"]);
});

test("shows a hidden column and hides a shown one, but never the name", () => {
  const choice = showColumn(showColumn(showColumn(initialChoice, "founded", true), "code", false), "name", false);
  expect(idsOf(shownColumns(columns, choice))).toEqual(["name", "country", "founded"]);
});

test("moves a column by one position and stops at both ends", () => {
  const moved = moveColumn(columns, initialChoice, { id: "country", by: -1 });
  expect(idsOf(orderedColumns(columns, moved))).toEqual(["name", "country", "code", "founded"]);
  expect(moveColumn(columns, moved, { id: "country", by: -1 })).toBe(moved);
  expect(moveColumn(columns, moved, { id: "founded", by: 1 })).toBe(moved);
  expect(moveColumn(columns, moved, { id: "name", by: 1 })).toBe(moved);
});

test("keeps pinned columns beside the name, at most two of them, and moves no other between them", () => {
  const pinned = ["founded", "country", "code"].reduce((choice, id) => pinColumn(choice, id, true), initialChoice);
  expect(pinned.pinned).toEqual(["country", "code"]);
  const ordered = (choice: typeof initialChoice) => idsOf(orderedColumns(columns, choice));
  expect(ordered(pinned)).toEqual(["name", "code", "country", "founded"]);
  expect(moveColumnTo(columns, pinned, { id: "founded", to: "code" })).toBe(pinned);
  expect(ordered(moveColumnTo(columns, pinned, { id: "country", to: "code" }))).toEqual([
    "name",
    "country",
    "code",
    "founded",
  ]);
  expect(ordered(pinColumn(pinned, "code", false))).toEqual(["name", "country", "code", "founded"]);
});

test("puts a column of a later release last, and ignores one that was removed", () => {
  const choice = { order: ["name", "country", "gone", "code"], shown: { gone: true }, pinned: [] };
  expect(idsOf(orderedColumns(columns, choice))).toEqual(["name", "country", "code", "founded"]);
});

test("a column sorts only while a filter that its order needs is set", () => {
  const some = [
    { id: "name", sort: "name" },
    { id: "ends", sort: "ends", sortUnder: ["within", "between"] },
  ];
  const sorts = (filters: object) => columnsUnder(some, { ...filters }).map(({ sort }) => sort);
  expect(sorts({})).toEqual(["name", undefined]);
  expect(sorts({ between: {} })).toEqual(["name", "ends"]);
});
