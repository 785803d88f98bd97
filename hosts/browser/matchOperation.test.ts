import { describe, expect, test } from "vitest";
import { networkRules, operationMatcher } from "#hosts/browser/matchOperation.ts";
import { operationPaths } from "#hosts/browser/operationPaths.ts";
import { demoScreens } from "#demos/web.ts";
import { featureScreens } from "#features/web.ts";

const origin = "https://mizan.test";
const isOperation = operationMatcher(operationPaths, origin);

describe("a request of the site", () => {
  test.each([
    "/api/todo-app/filters",
    "/api/todo-app/todos?folderHandle=all",
    "/api/todo-app/x/folders/7",
    "/api/todo-app/x/folders/7/delete",
    "/api/todo-app/x/folders/%D8%A7#top",
    "/api/mt_auth/signinInt",
    "/mt_user_forget",
    "/all_cashbackActiveCSV",
  ])("to %s belongs to the API", (path) => {
    expect(isOperation(`${origin}${path}`)).toBe(true);
  });

  test.each([
    "/",
    "/home",
    "/index.html",
    "/service-worker.js",
    "/assets/page-abcdefg.js",
    "/api",
    "/api/",
    "/api/nothing",
    "/api/todo-app",
    "/api/todo-app/filters/",
    "/api/todo-app/filters/more",
    "/api/todo-app/x/folders/",
    "/till/api/todo-app/filters",
  ])("to %s goes to the network", (path) => {
    expect(isOperation(`${origin}${path}`)).toBe(false);
  });

  test("to another site goes to the network", () => {
    expect(isOperation("https://elsewhere.test/api/todo-app/filters")).toBe(false);
    expect(isOperation("http://mizan.test/api/todo-app/filters")).toBe(false);
  });

  test("to the page of a screen goes to the network", () => {
    const paths = [...featureScreens, ...demoScreens].flatMap(({ routes }) =>
      routes.map(({ path }) => path.replaceAll(/\$\w+/g, "7")),
    );
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => isOperation(`${origin}${path}`))).toEqual([]);
  });
});

test("no operation is among what the browser sends to the network itself", () => {
  const [{ condition, source }, ...more] = networkRules(operationPaths) as [ReturnType<typeof networkRules>[0]];
  const patterns = condition.not.or.map(({ urlPattern }) => urlPattern.pathname);
  const starts = patterns.map((pattern) => pattern.replace("{/*}?", ""));
  expect({ source, more }).toEqual({ source: "network", more: [] });
  expect(operationPaths.filter((path) => !starts.some((start) => `${path}/`.startsWith(`${start}/`)))).toEqual([]);
  // Browsers accept a limited number of conditions.
  expect(patterns.length).toBeLessThan(50);
  expect(patterns).toContain("/api{/*}?");
});
