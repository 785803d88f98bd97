import type { BenchDatabase } from "#benches/benchDatabase.ts";
import type { RawRequest } from "#benches/load.ts";
import { encodeCursor } from "#api/cursor.ts";

export type Scenario = {
  readonly name: string;
  readonly ours: readonly RawRequest[];
  readonly floor: readonly RawRequest[];
  /** Both give the same response to it. */
  readonly isRepeatable: boolean;
};

/** The calls of issue 2 §8. The baseline's URLs only name the statement to run. */
export async function brandScenarios(bench: BenchDatabase, session: Record<string, string>): Promise<Scenario[]> {
  const read = (name: string, query: string, floorPath: string): Scenario => ({
    name,
    ours: [get(`/api/v1/brands?${query}`, session)],
    floor: [get(floorPath, {})],
    isRepeatable: true,
  });
  const newest = "sort=createdAt&direction=desc";
  const deep = await placeAt(bench, 900_000);
  const ids = await someIds(bench, 1000);
  return [
    read("first page", `${newest}&status=active&count=none`, "/first/active"),
    read("first page, with total", `${newest}&status=active`, "/firstTotal/active"),
    read("900,000 deep", `${newest}&count=none&cursor=${deep.cursor}`, `/deep/${deep.createdAt},${deep.id}`),
    read("search", "search=ramadan&count=none", "/search/ramadan"),
    read("search, with total", "search=ramadan", "/searchTotal/ramadan"),
    {
      name: "by id",
      ours: ids.map((id) => get(`/api/v1/brands/${id}`, session)),
      floor: ids.map((id) => get(`/get/${id}`, {})),
      isRepeatable: true,
    },
    {
      name: "create",
      ours: [post("/api/v1/brands", session)],
      floor: [post("/create", {})],
      isRepeatable: false,
    },
  ];
}

const get = (path: string, headers: Record<string, string>): RawRequest => ({ method: "GET", path, headers, body: "" });

const post = (path: string, headers: Record<string, string>): RawRequest => ({
  method: "POST",
  path,
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify({ id: "{uuid}", name: "Bench {n}" }),
});

/** The row at this depth of the list, newest first; in a smaller table at the same fraction of it. */
async function placeAt({ client }: BenchDatabase, depth: number) {
  const { rows } = await client.query<{ id: string; created_at: string; at: string }>(
    `select id, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from brands where status <> 'archived' order by created_at desc, id desc
     offset (select least($1, (count(*) * 0.9)::int) from brands where status <> 'archived') limit 1`,
    [depth],
  );
  const { id, at } = rows[0]!;
  const order = { sort: "createdAt", direction: "desc" as const, columns: [] };
  return { id, createdAt: at, cursor: encodeCursor(order, { towards: "next", key: [at, id] }) };
}

async function someIds({ client }: BenchDatabase, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select id from brands tablesample bernoulli (1) where status = 'active' limit $1",
    [count],
  );
  return rows.map(({ id }) => id);
}
