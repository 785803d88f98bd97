import { describe, expect, test } from "vitest";
import { requireText, requireTextPart } from "#features/platform/files/api/service/plainDocuments.ts";

const encode = (text: string) => new TextEncoder().encode(text);

function requireParts(bytes: Uint8Array<ArrayBuffer>, ends: readonly number[]) {
  let carry = new Uint8Array();
  let from = 0;
  for (const end of [...ends, bytes.byteLength]) {
    carry = requireTextPart(bytes.slice(from, end), { carry, isLast: end === bytes.byteLength });
    from = end;
  }
}

describe("a text in parts", () => {
  const text = encode("date, تمر, 椰枣 and 🙂, at the end: é");

  test("may be divided anywhere", () => {
    for (let end = 4; end <= text.byteLength - 4; end++) expect(() => requireParts(text, [end])).not.toThrow();
  });

  test("is refused for any byte that is missing of a character, wherever it is divided", () => {
    const smile = text.indexOf(0xf0);
    for (let at = smile; at < smile + 4; at++) {
      const damaged = new Uint8Array([...text.subarray(0, at), ...text.subarray(at + 1)]);
      for (let end = smile - 4; end < smile + 8; end++)
        expect(() => requireParts(damaged, [end])).toThrow(expect.objectContaining({ code: "text_unreadable" }));
    }
  });

  test.each([
    ["a byte that UTF-8 doesn’t have", Uint8Array.of(0x61, 0xff, 0x61)],
    ["a surrogate", Uint8Array.of(0x61, 0xed, 0xa0, 0x80)],
    ["a character in too many bytes", Uint8Array.of(0x61, 0xc0, 0xaf)],
    ["a control character", Uint8Array.of(0x61, 0, 0x61)],
    ["half a character at its end", encode("the end 🙂").subarray(0, -2)],
  ])("is refused for %s", (_, wrong) => {
    const bytes = new Uint8Array([...encode("before "), ...wrong]);
    for (let end = 4; end < bytes.byteLength; end++)
      expect(() => requireParts(bytes, [end])).toThrow(expect.objectContaining({ code: "text_unreadable" }));
  });
});

test("a text has the bytes that a TextDecoder accepts", () => {
  const isText = (bytes: Uint8Array<ArrayBuffer>) => {
    try {
      requireText(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const isUtf8 = (bytes: Uint8Array<ArrayBuffer>) => {
    try {
      return !/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      return false;
    }
  };
  // Both sides of every bound, in every place.
  const edges = [0x00, 0x09, 0x0b, 0x0c, 0x20, 0x7e, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf];
  const bytes = [...edges, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff];
  const differing: string[] = [];
  for (const first of bytes)
    for (const second of bytes)
      for (const third of [0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf])
        for (const fourth of [0x41, 0x80]) {
          const text = Uint8Array.of(first, second, third, fourth);
          if (isText(text) !== isUtf8(text)) differing.push(text.join(" "));
          const within = new Uint8Array([0x41, 0x41, ...text, 0x41]).subarray(1);
          if (isText(within) !== isUtf8(within)) differing.push(within.join(" "));
        }
  expect(differing).toEqual([]);
});
