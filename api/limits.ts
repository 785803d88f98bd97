import type { Operation } from "#base/contract.ts";
import { isUsualTime, serverTimeoutMs } from "#base/timeouts.ts";
import type { Lane } from "#api/admission.ts";

type Limits = { readonly lane: Lane; readonly timeoutMs: number };

const known = new WeakMap<Operation, Limits>();

/** The time limit of an operation and its admission lane. Computed once. */
export function limitsOf(operation: Operation): Limits {
  const limits = known.get(operation) ?? { lane: laneOf(operation), timeoutMs: serverTimeoutMs(operation) };
  known.set(operation, limits);
  return limits;
}

function laneOf(operation: Operation): Lane {
  if (operation.isSignIn) return "signIn";
  return isUsualTime(operation) ? "usual" : "long";
}
