import { expect, test } from "vitest";
import { countPlaywright, countVitest } from "#tools/ci.mjs";

const file = (status: string, tests: number) => ({
  name: `${process.cwd()}/base/some.test.ts`,
  status,
  assertionResults: Array.from({ length: tests }, (_, index) => ({ fullName: `test ${index}`, status })),
});
const journeys = (expected: number, unexpected: number, flaky: number, ...statuses: string[]) => ({
  stats: { expected, unexpected, flaky },
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: statuses.map((status) => ({
            title: "goes",
            file: "some.spec.ts",
            tests: [{ projectName: "node", status }],
          })),
        },
      ],
    },
  ],
});
const report = (numPassedTests: number, numFailedTests: number, ...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests,
  numFailedTests,
  testResults,
});

test("counts the tests that passed and failed", () => {
  expect(countVitest(report(5, 2, file("passed", 4), file("failed", 3)), 1)).toMatchObject({ passed: 5, failed: 2 });
});

test("counts a file that could not be loaded as one failure", () => {
  expect(countVitest(report(4, 0, file("passed", 4), file("failed", 0)), 1)).toMatchObject({ passed: 4, failed: 1 });
});

test("counts a run without a report as one failure", () => {
  expect(countVitest(null, 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(countPlaywright(null, 0)).toMatchObject({ passed: 0, failed: 1 });
});

test("counts an error outside every test as one failure", () => {
  expect(countVitest(report(4, 0, file("passed", 4)), 1)).toMatchObject({ passed: 4, failed: 1 });
  expect(countPlaywright(journeys(3, 0, 0), 1)).toMatchObject({ passed: 3, failed: 1 });
});

test("names an error outside every test", () => {
  const looseErrors = ["Timeout calling onTaskUpdate"];
  expect(countVitest(report(4, 0, file("passed", 4)), 1, { looseErrors }).names).toEqual([
    "outside every test: Timeout calling onTaskUpdate",
  ]);
});

test("counts an empty run as one failure, unless it was restricted to a pattern", () => {
  expect(countVitest(report(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(countVitest(report(0, 0), 0, { mayBeEmpty: true })).toMatchObject({ passed: 0, failed: 0 });
  expect(countVitest(report(0, 0, file("passed", 1)), 0, { mayBeEmpty: true })).toMatchObject({ passed: 0, failed: 1 });
  expect(countPlaywright(journeys(0, 0, 0), 0)).toMatchObject({ passed: 0, failed: 1 });
});

test("counts a journey that passed only at a second attempt as a failure", () => {
  expect(countPlaywright(journeys(3, 1, 1), 1)).toMatchObject({ passed: 3, failed: 2 });
});

test("names the failed tests, to be repeated at the end of the run", () => {
  const twoFiles = report(4, 2, file("failed", 1), file("failed", 0));
  expect(countVitest(twoFiles, 1).names).toEqual([
    "base/some.test.ts › test 0",
    "base/some.test.ts could not be loaded",
  ]);
  expect(countPlaywright(journeys(1, 1, 1, "expected", "unexpected", "flaky"), 1).names).toEqual([
    "[node] some.spec.ts › goes",
    "[node] some.spec.ts › goes (passed at a second attempt)",
  ]);
  expect(countVitest(report(4, 0, file("passed", 4)), 1).names).toHaveLength(1);
});
