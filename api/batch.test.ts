import { expect, test, vi } from "vitest";
import { batch, shared } from "#api/batch.ts";

test("calls that arrive while a statement runs share the next one, and each gets its own answer", async () => {
  const { sent, read } = statements();
  const ask = batch(read);
  const answers = ["a", "b", "c"].map(ask);
  expect(requested(sent)).toEqual([["a"]]);
  sent[0]!.answer(["A"]);
  expect(await answers[0]).toBe("A");
  expect(requested(sent)).toEqual([["a"], ["b", "c"]]);
  sent[1]!.answer(["B", undefined]);
  expect(await Promise.all(answers)).toEqual(["A", "B", undefined]);
});

test("an answer is never older than its call: the same key is read again for a later call", async () => {
  const { sent, read } = statements();
  const ask = batch(read);
  const before = ask("a");
  const after = ask("a");
  sent[0]!.answer(["old"]);
  expect(await before).toBe("old");
  sent[1]!.answer(["new"]);
  expect(await after).toBe("new");
});

test("a failed statement fails only the calls that it was sent for", async () => {
  const { sent, read } = statements();
  const ask = batch(read);
  const first = ask("a");
  const second = ask("b");
  sent[0]!.fail(new Error("the connection is lost"));
  await expect(first).rejects.toThrow("the connection is lost");
  sent[1]!.answer(["B"]);
  expect(await second).toBe("B");
});

test("no call waits behind a statement that is stuck", async () => {
  vi.useFakeTimers();
  try {
    const { sent, read } = statements();
    const ask = batch(read);
    void ask("stuck");
    const answer = ask("b");
    vi.advanceTimersByTime(20);
    expect(requested(sent)).toEqual([["stuck"], ["b"]]);
    sent[1]!.answer(["B"]);
    expect(await answer).toBe("B");
  } finally {
    vi.useRealTimers();
  }
});

type Batch = {
  readonly askedKeys: readonly string[];
  readonly answer: (found: (string | undefined)[]) => void;
  readonly fail: (error: Error) => void;
};

/** A database that answers when the test says so. */
function statements() {
  const sent: Batch[] = [];
  const read = (asked: readonly string[]) =>
    new Promise<(string | undefined)[]>((answer, fail) => sent.push({ askedKeys: asked, answer, fail }));
  return { sent, read };
}

const requested = (sent: readonly Batch[]) => sent.map((each) => each.askedKeys);

test("calls for the same key share a read that began after they came, and wait for no other key", async () => {
  const begun: { key: string; answer: (found: string) => void }[] = [];
  const ask = shared<string>();
  const read = (key: string) => ask(key, () => new Promise((answer) => begun.push({ key, answer })));
  const first = read("all");
  const [second, third] = [read("all"), read("all")];
  const other = read("drafts");
  expect(begun.map(({ key }) => key)).toEqual(["all", "drafts"]);
  begun[1]!.answer("few");
  expect(await other).toBe("few");
  begun[0]!.answer("one");
  expect(await first).toBe("one");
  await vi.waitFor(() => expect(begun).toHaveLength(3));
  begun[2]!.answer("two");
  expect(await Promise.all([second, third])).toEqual(["two", "two"]);
});
