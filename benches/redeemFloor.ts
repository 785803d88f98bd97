import { randomUUID } from "node:crypto";
import pg from "pg";

/** The statements of a redemption without the program: prepared, over as many connections, as pgbench would send them. */
export type Floor = {
  readonly url: string;
  /** `call`: all statements of one call; `function`: `redeem_campaign` alone. */
  readonly kind: "call" | "function";
  readonly connections: number;
  readonly durationMs: number;
  /** Of one campaign, or of all. */
  readonly campaignIds: readonly string[];
};
export type FloorResult = { readonly perSecond: number };

type Row = Record<string, unknown> & { code_key: string; retailer_id: string; caller_id: string };

/** Repeats the calls of a redemption that the program has made, each with a receipt of its own. */
export async function runFloor({ url, kind, connections, durationMs, campaignIds }: Floor): Promise<FloorResult> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connected(url)));
  const { call, products } = await readCall(clients[0]!);
  const endsAt = performance.now() + durationMs;
  let done = 0;
  const work = async (client: pg.Client) => {
    for (; performance.now() < endsAt; done++) {
      const id = randomUUID();
      const campaignId = campaignIds[done % campaignIds.length]!;
      const bucket = Number.parseInt(id.slice(-2), 16) & 63;
      const sent = JSON.stringify({ ...call, id, bucket, order_ref: id, campaign_id: campaignId });
      if (kind === "function") await run(client, "redeem", [sent]);
      else await redeem(client, { sent, id, call, products });
    }
  };
  const startedAt = performance.now();
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { perSecond: done / seconds };
}

async function redeem(
  client: pg.Client,
  { sent, id, call, products }: { sent: string; id: string; call: Row; products: string[] },
) {
  await client.query("begin");
  await run(client, "claim", [call.caller_id, id]);
  await run(client, "facts", [[call.code_key], call.retailer_id, products]);
  await run(client, "redeem", [sent]);
  await run(client, "store", [call.caller_id, id, sent]);
  await client.query("commit");
}

const isKey = `bucket = (get_byte(sha256(convert_to($2::text, 'UTF8')), 0) & 63) and caller_id = $1::uuid and operation = 'bench' and key = $2`;
const texts = {
  claim: `insert into idempotency_keys (bucket, caller_id, operation, key, request_hash, created_at)
          values (get_byte(sha256(convert_to($2::text, 'UTF8')), 0) & 63, $1::uuid, 'bench', $2, sha256(convert_to($2, 'UTF8')), now())
          on conflict do nothing returning bucket`,
  facts: "select redemption_facts($1::text[], null, $2::uuid, null, 'GBP', $3::uuid[], '{}', now()) as facts",
  redeem: "select redeem_campaign($1::jsonb, now())",
  store: `update idempotency_keys set status = 200, answer = $3::jsonb where ${isKey}`,
} as const;

const run = (client: pg.Client, name: keyof typeof texts, values: unknown[]) =>
  client.query({ name, text: texts[name], values });

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

/** The last redemption as `redeem_campaign` takes it, with its trace and lines. */
async function readCall(client: pg.Client): Promise<{ call: Row; products: string[] }> {
  const { rows } = await client.query<{ call: Row; products: string[] }>(`
    select to_jsonb(made) || jsonb_build_object('limits', '[]'::jsonb, 'refusals', '[]'::jsonb, 'lines', its.lines) as call, its.products
      from (select * from redemptions where trace ? 'call' order by created_at desc limit 1) as made
     cross join lateral (select jsonb_agg(to_jsonb(line)) as lines, array_agg(product_id::text) as products
                           from redemption_lines as line where line.redemption_id = made.id) as its`);
  return rows[0]!;
}
