import type { Input, Operation, Output } from "#base/contract.ts";
import { call, type Transport } from "#web/call.ts";

/** A preview makes the change and undoes it: one of many records takes seconds, not the 4 of a page. */
const triedMs = 30_000;

/** What a change would bring about: it is tried out, so that it may take longer than a read. */
export const askImpact = <Op extends Operation>(
  transport: Transport,
  operation: Op,
  input: Input<Op>,
  signal?: AbortSignal,
): Promise<Output<Op>> => call(transport, operation, input, { timeoutMs: triedMs, ...(signal ? { signal } : {}) });
