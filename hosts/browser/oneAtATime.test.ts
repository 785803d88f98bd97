import { expect, test } from "vitest";
import { oneAtATime } from "#hosts/browser/oneAtATime.ts";

/** Work that ends when the test says so. */
function heldWork() {
  const ends: ((error?: Error) => void)[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => ends.push((error) => (error === undefined ? resolve() : reject(error))));
  return { ends, work };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

test("calls during a run share the next run, which starts when this one has ended", async () => {
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

test("a failed run rejects the calls that waited for it, and no later ones", async () => {
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
