import { expect, test } from "vitest";
import { oneAtATime } from "#hosts/browser/oneAtATime.ts";

/** Work that ends when it is told to. */
function heldWork() {
  const ends: ((error?: Error) => void)[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => ends.push((error) => (error === undefined ? resolve() : reject(error))));
  return { ends, work };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

test("whoever asks during a run shares the next one, which begins when this one has ended", async () => {
  const { ends, work } = heldWork();
  const run = oneAtATime(work);
  const first = run();
  await turn();
  const [second, third] = [run(), run()];
  await turn();
  expect(ends).toHaveLength(1);
  ends[0]!();
  await first;
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]!();
  await Promise.all([second, third]);
  expect(ends).toHaveLength(2);
});

test("a run that fails is told to those who waited for it, and to nobody after", async () => {
  const { ends, work } = heldWork();
  const run = oneAtATime(work);
  const failed = run().then(
    () => "kept",
    (error: Error) => error.message,
  );
  await turn();
  const next = run();
  ends[0]!(new Error("no room"));
  expect(await failed).toBe("no room");
  await turn();
  ends[1]!();
  await expect(next).resolves.toBeUndefined();
});
