import type { Input, Operation, Output } from "#base/contract.ts";
import { call, type Transport } from "#web/call.ts";

/** Requests the impact of a change. */
export const askImpact = <Op extends Operation>(
  transport: Transport,
  operation: Op,
  input: Input<Op>,
  signal?: AbortSignal,
): Promise<Output<Op>> => call(transport, operation, input, signal ? { signal } : {});
