import {
  type CallOptions,
  callsOf,
  type RedeemInput,
  type RedeemOutput,
  type RefusalCode,
  type Send,
} from "#clients/till/generated.ts";

export type TillOptions = {
  /** Where the API is, such as `https://mizan.example`. */
  readonly url: string;
  /** The secret of an API key. */
  readonly key: string;
  /** `fetch` of the platform by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How long one attempt may take; 5 s by default. */
  readonly timeoutMs?: number;
  /** Attempts of a call, the first included; 3 by default. */
  readonly attempts?: number;
  /** Waits between attempts; replaced in tests. */
  readonly wait?: (ms: number) => Promise<void>;
};

/** The server decided against the call. `code` says why, `details` has the checks; `message` is English. */
export class TillRefusal extends Error {
  readonly status: number;
  readonly code: RefusalCode | (string & {});
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  constructor(status: number, answer: Partial<Pick<TillRefusal, "code" | "message" | "details" | "requestId">>) {
    super(answer.message ?? `the server answered ${status}`);
    this.name = "TillRefusal";
    this.status = status;
    this.code = answer.code ?? "internal";
    this.details = answer.details ?? {};
    this.requestId = answer.requestId ?? null;
  }
}

/** No attempt was answered: the call may have had its effect or not. Send it again with the same key, or look it up. */
export class UnknownOutcome extends Error {
  readonly idempotencyKey: string | null;
  constructor(idempotencyKey: string | null, cause: unknown) {
    super("the server didn’t answer", { cause });
    this.name = "UnknownOutcome";
    this.idempotencyKey = idempotencyKey;
  }
}

/** What was redeemed; after an unknown outcome it was found by its receipt, without the totals. */
export type SafeRedemption =
  | ({ readonly isLookedUp: false } & RedeemOutput)
  | { readonly isLookedUp: true; readonly redemptions: RedeemOutput["redemptions"] };

/**
 * The calls of a till. A change has an `Idempotency-Key`, so that it can be sent again after a time-out or a fault of the
 * server without a second effect; reads can be anyway.
 */
export function tillClient(options: TillOptions) {
  const calls = callsOf(senderOf(options));
  return {
    ...calls,
    /**
     * Redeems, and looks the receipt up if no attempt was answered. Throws `UnknownOutcome` if that has no answer either,
     * or finds nothing: then send it again with the error’s key.
     */
    redeemSafely: async (input: RedeemInput, callOptions: CallOptions = {}): Promise<SafeRedemption> => {
      try {
        return { ...(await calls.redeem(input, callOptions)), isLookedUp: false };
      } catch (error) {
        if (!(error instanceof UnknownOutcome)) throw error;
        const found = await calls
          .findRedemptions({ retailerId: input.retailerId, orderRef: input.order.ref })
          .catch(() => ({ rows: [] }));
        const redemptions = found.rows.filter(({ status }) => status === "committed");
        if (redemptions.length === 0) throw error;
        return { isLookedUp: true, redemptions };
      }
    },
  };
}
export type TillClient = ReturnType<typeof tillClient>;

const firstWaitMs = 300;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function senderOf({ url, key, fetch: send = (request) => fetch(request), ...options }: TillOptions): Send {
  const { timeoutMs = 5000, attempts = 3, wait = sleep } = options;
  return async (operation, input, { idempotencyKey, signal }: CallOptions = {}) => {
    const callKey = operation.isKeyed ? (idempotencyKey ?? crypto.randomUUID()) : null;
    const request = requestFor(url, operation, input);
    request.headers.set("authorization", `Bearer ${key}`);
    if (callKey !== null) request.headers.set("idempotency-key", callKey);
    let failure: unknown = null;
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) await wait(waitMs(failure, attempt));
      const timeout = AbortSignal.timeout(timeoutMs);
      const signals = signal ? [signal, timeout] : [timeout];
      try {
        const response = await send(new Request(request.clone(), { signal: AbortSignal.any(signals) }));
        const answer = (await response.json()) as never;
        if (response.ok) return answer;
        throw new TillRefusal(response.status, answer);
      } catch (error) {
        if (signal?.aborted) throw error;
        if (error instanceof TillRefusal && !isPassing(error)) throw error;
        failure = error;
      }
    }
    // A server that said it is busy, or that another copy runs, has decided nothing.
    if (failure instanceof TillRefusal && failure.status < 500) throw failure;
    throw new UnknownOutcome(callKey, failure);
  };
}

/** Whether the same call may be answered differently in a moment. */
const isPassing = ({ status, code }: TillRefusal) =>
  status >= 500 || status === 429 || code === "idempotency_in_progress" || code === "campaign_busy";

/** As long as the server asked for, otherwise twice as long after each attempt. */
function waitMs(failure: unknown, attempt: number): number {
  const wanted = failure instanceof TillRefusal ? failure.details["retryAfterSeconds"] : undefined;
  return typeof wanted === "number" ? wanted * 1000 : firstWaitMs * 2 ** (attempt - 1);
}

/** Fields that the path names are sent in it, the others in the query of a read or the body of a change. */
function requestFor(base: string, { method, path }: Parameters<Send>[0], input: object): Request {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name) as unknown;
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const url = new URL(filled, base);
  if (method === "GET") {
    for (const [name, value] of rest) url.searchParams.set(name, String(value));
    return new Request(url);
  }
  const headers = { "content-type": "application/json" };
  return new Request(url, { method, headers, body: JSON.stringify(Object.fromEntries(rest)) });
}
