import { expect, test } from "vitest";
import { countPlaywright, countVitest } from "#tools/stages.mjs";

const file = (status: string, tests: number) => ({ status, assertionResults: Array.from({ length: tests }) });
const report = (numPassedTests: number, numFailedTests: number, ...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests,
  numFailedTests,
  testResults,
});

test("counts the tests that passed and failed", () => {
  expect(countVitest(report(5, 2, file("passed", 4), file("failed", 3)), 1)).toEqual({ passed: 5, failed: 2 });
});

test("counts a file that could not be loaded as one that failed", () => {
  expect(countVitest(report(4, 0, file("passed", 4), file("failed", 0)), 1)).toEqual({ passed: 4, failed: 1 });
});

test("counts a run without a report as one that failed", () => {
  expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(null, 0)).toEqual({ passed: 0, failed: 1 });
});

test("counts an error outside every test as one that failed", () => {
  expect(countVitest(report(4, 0, file("passed", 4)), 1)).toEqual({ passed: 4, failed: 1 });
  expect(countPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 0 } }, 1)).toEqual({ passed: 3, failed: 1 });
});

test("counts a run of nothing as one that failed, unless it was narrowed to a pattern", () => {
  expect(countVitest(report(0, 0), 0)).toEqual({ passed: 0, failed: 1 });
  expect(countVitest(report(0, 0), 0, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 0 });
  expect(countVitest(report(0, 0, file("passed", 1)), 0, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0 } }, 0)).toEqual({ passed: 0, failed: 1 });
});

test("counts a journey that passed only at a second attempt as one that failed", () => {
  expect(countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1 } }, 1)).toEqual({ passed: 3, failed: 2 });
});
