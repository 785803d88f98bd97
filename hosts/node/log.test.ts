import { expect, test } from "vitest";
import { standardOutput } from "#hosts/node/log.ts";

/** Accepts this many bytes at a time, and none every other time, like a pipe with a slow reader. */
function slowReader(bytesAtOnce: number) {
  const taken: number[] = [];
  let isFull = false;
  const take = (bytes: Uint8Array, from: number) => {
    isFull = !isFull;
    if (!isFull) throw Object.assign(new Error("try again"), { code: "EAGAIN" });
    const some = bytes.subarray(from, from + bytesAtOnce);
    taken.push(...some);
    return some.length;
  };
  return { take, text: () => Buffer.from(taken).toString() };
}

test("a log with a slow reader is read completely, also where a character was split", () => {
  const { take, text } = slowReader(3);
  const { write, flush } = standardOutput(take);
  const lines = ["تمور المدينة\n", "plain\n", "😀 ends\n"];
  for (const line of lines) {
    write(line);
    flush();
  }
  for (let turn = 0; turn < 20; turn++) flush();
  expect(text()).toBe(lines.join(""));
});
