import { expect, test } from "vitest";
import { needsComment, stateAfter } from "#features/access/approvals/rules.ts";

test.each([
  ["approve", "approved", false],
  ["ask_changes", "changes_requested", true],
  ["reject", "rejected", true],
] as const)("to %s makes a request %s, with a reason: %s", (decision, state, isNeeded) => {
  expect([stateAfter(decision), needsComment(decision)]).toEqual([state, isNeeded]);
});
