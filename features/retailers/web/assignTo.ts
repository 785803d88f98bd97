import { bulkRefusals } from "#base/bulk.ts";
import { retailers } from "#features/retailers/contract.ts";
import { call, type Transport } from "#web/call.ts";

/** As many as one change takes, and an address can name. */
const retailersMax = 250;

/** The screen that assigns products to one retailer, or to all that are ticked. Refuses with `too_many_rows`. */
export async function assignTo(target: Readonly<Record<string, unknown>>, transport: Transport) {
  const ids = "ids" in target ? (target["ids"] as string[]) : await idsOf(target["filter"] as object, transport);
  if (ids.length > retailersMax) throw bulkRefusals.too_many_rows({ limit: retailersMax });
  const [first = "", ...others] = ids;
  return others.length === 0
    ? { to: `/apps/retailer/assign-products/${first}` }
    : { to: "/apps/retailer/assign-products", search: { for: ids.join(",") } };
}

/** One more at most than may be named. */
async function idsOf(filter: object, transport: Transport): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { rows: { id: string }[]; next: string | null } = await call(transport, retailers.list, {
      ...filter,
      sort: "name",
      limit: 100,
      count: "none",
      ...(cursor === null ? {} : { cursor }),
    });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null && ids.length <= retailersMax);
  return ids.slice(0, retailersMax + 1);
}
