import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { commonRefusals } from "#base/refusal.ts";
import type { Passwords } from "#api/ports.ts";
import { passwordCost } from "#features/access/session/api/service/passwords.ts";

// Its enum exists only as a type: argon2.Algorithm.Argon2id.
const argon2id = 2;

const options = {
  algorithm: argon2id,
  memoryCost: passwordCost.memoryKiB,
  timeCost: passwordCost.passes,
  parallelism: passwordCost.lanes,
  outputLen: passwordCost.hashBytes,
};

/** One core stays free for calls of signed-in users. */
const atOnceMax = Math.max(1, availableParallelism() - 1);
/** At 15 to 40 ms each, the last of these still answers within the client's 4 s (spec 000 §9). */
const waitingMax = 64;

/**
 * Argon2id in native code on pool threads, so that the event loop can answer other calls (reliability R2).
 *
 * Refuses with `rate_limited` if so many are waiting that the answer would come too late.
 */
export const passwords: Passwords = {
  hash: (password) => inTurn(() => hash(password, options)),
  verify: (password, phc) => inTurn(() => verify(phc, password)),
};

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnceMax) {
    if (waiting.length >= waitingMax) throw commonRefusals.rate_limited({ retryAfterSeconds: 2 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The slot is passed on directly: if it were released, a new call could take it before the waiting one.
    if (next) next();
    else running--;
  }
}
