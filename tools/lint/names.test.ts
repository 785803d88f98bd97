import { expect, test } from "vitest";
import { privateNames } from "#tools/lint/names.ts";
import { plantedTree } from "#tools/tree.ts";

const complaints = (path: string, text = "") => privateNames(plantedTree({ [path]: text }));

test("refuses a type that is named after what was done to it", () => {
  expect(complaints("api/write.ts", "export type Written = { id: string };")).toEqual([
    "api/write.ts:1: type “Written” is a participle; name it after what it is",
  ]);
  expect(complaints("api/write.ts", "export type WriteResult = { id: string };")).toEqual([]);
});

test("refuses a private word in the middle of a name, also in the plural", () => {
  expect(complaints("api/mail.ts", "\nfunction sendLettersTo() {}")).toEqual([
    "api/mail.ts:2: “sendLettersTo”; say email",
  ]);
  expect(complaints("api/mail.ts", "const wordings = 1;")).toHaveLength(1);
  expect(complaints("api/mail.ts", "const emails = 1;")).toEqual([]);
});

test("refuses a file that is named after an activity or by a private word", () => {
  expect(complaints("api/changing.ts")).toEqual(["api/changing.ts: a gerund; name the file after what is in it"]);
  expect(complaints("api/noParcels.ts")).toHaveLength(1);
  expect(complaints("api/accountProvisioning.ts")).toEqual([]);
});
