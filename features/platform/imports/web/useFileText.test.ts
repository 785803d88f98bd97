import { expect, test } from "vitest";
import { readText } from "#features/platform/imports/web/useFileText.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index++) view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  return new Uint8Array(view.buffer);
};
const hex = (text: string) => Uint8Array.from(text.split(" "), (byte) => Number.parseInt(byte, 16));

test.each([
  ["UTF-8", utf8("name\nنور\n"), "utf-8", "name\nنور\n"],
  ["plain letters", utf8("name\nNoor\n"), "utf-8", "name\nNoor\n"],
  ["UTF-8 with a mark", utf8("\uFEFFname\nنور\n"), "utf-8", "name\nنور\n"],
  ["UTF-16 with a mark", utf16("\uFEFFname\nنور\n", true), "utf-16le", "name\nنور\n"],
  ["UTF-16 the other way round", utf16("\uFEFFname\nنور\n", false), "utf-16be", "name\nنور\n"],
  ["UTF-16 without a mark", utf16("name\nNoor\n", true), "utf-16le", "name\nNoor\n"],
  ["UTF-16 without a mark, the other way round", utf16("name\nNoor\n", false), "utf-16be", "name\nNoor\n"],
  ["nothing", new Uint8Array(), "utf-8", ""],
] as const)("is sure of %s", (_name, bytes, encoding, text) => {
  expect(readText(bytes)).toEqual({ encoding, isCertain: true, text });
});

test("guesses Arabic for runs of high bytes, and a Western language for single ones, and is sure of neither", () => {
  // "name
  // تمور نور
  // " and "name
  // Café São João
  // ", as saved by a spreadsheet of 2003.
  const arabic = hex("6e 61 6d 65 0a ca e3 e6 d1 20 e4 e6 d1 0a");
  expect(readText(arabic)).toEqual({ encoding: "windows-1256", isCertain: false, text: "name\nتمور نور\n" });
  const western = hex("6e 61 6d 65 0a 43 61 66 e9 20 53 e3 6f 20 4a 6f e3 6f 0a");
  expect(readText(western)).toEqual({ encoding: "windows-1252", isCertain: false, text: "name\nCafé São João\n" });
});

test("leaves a binary file, with zeros on both sides, to be rejected as not a text", () => {
  expect(readText(hex("50 4b 03 04 00 00 00 00")).text).toContain("\0");
});
