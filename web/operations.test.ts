import { onlineManager } from "@tanstack/react-query";
import * as z from "zod/mini";
import { afterEach, expect, test } from "vitest";
import { operation } from "#base/contract.ts";
import { queryClientOf, readOptions } from "#web/operations.ts";

const read = operation({
  permission: "session",
  method: "GET",
  path: "/api/v1/dates",
  summary: "Dates",
  input: z.object({}),
  output: z.array(z.string()),
});

afterEach(() => onlineManager.setOnline(true));

test("reads without a network, because the API may be in this browser", async () => {
  onlineManager.setOnline(false);
  const here = async () => Response.json(["Medjool"]);
  expect(await queryClientOf(here).query(readOptions(here, read, {}))).toEqual(["Medjool"]);
});

test("reports at once that the server can't be reached, instead of waiting silently for a network", async () => {
  onlineManager.setOnline(false);
  const away = async () => {
    throw new TypeError("fetch failed");
  };
  const once = { ...readOptions(away, read, {}), retry: false };
  await expect(queryClientOf(away).query(once)).rejects.toMatchObject({ code: "unreachable" });
});
