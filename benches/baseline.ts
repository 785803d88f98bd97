import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { countMax } from "#base/list.ts";

/**
 * The fastest possible service over PostgreSQL in Node: `node:http` and `pg`, each statement prepared once per
 * connection, responses built by hand. No session, no permission, no validation.
 */
export async function serveBaseline(connectionString: string): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const answers = answersFrom(pool);
  const server = createServer((request, response) => {
    const [, name = "", argument = ""] = request.url!.split("/");
    answers[name]!(decodeURIComponent(argument), request).then(
      (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const rowColumns = `id, code, name, name_i18n as "nameI18n", legal_entity_name as "legalEntityName", country, website,
  founded_year as "foundedYear", wikidata_id as "wikidataId", is_muslim_owned as "isMuslimOwned",
  default_currency as "defaultCurrency", contact_name as "contactName", contact_email as "contactEmail",
  contact_phone as "contactPhone", logo_file_id as "logoFileId", status, version, created_at as "createdAt", updated_at as "updatedAt"`;

const brandColumns = `${rowColumns}, alternative_names as "alternativeNames", registration_no as "registrationNo", story,
  story_i18n as "storyI18n", gs1_company_prefix as "gs1CompanyPrefix", low_balance_alert_minor as "lowBalanceAlertMinor",
  slug, social, cashback_bps as "cashbackBps", monthly_budget_minor as "monthlyBudgetMinor", pending_days as "pendingDays", logo_alt as "logoAlt", logo_alt_i18n as "logoAltI18n",
  status_reason as "statusReason", created_by as "createdBy", updated_by as "updatedBy"`;

type Row = { id: string; createdAt: Date; sortKey?: string };

function answersFrom(pool: pg.Pool) {
  const rowsOf = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<Row>({ name, text, values })).rows;
  const count = async (name: string, where: string, values: unknown[]) => {
    const text = `select count(*)::int as count from (select 1 from brands where ${where} limit ${countMax + 1}) as matching`;
    const [found] = (await pool.query<{ count: number }>({ name, text, values })).rows;
    const isCapped = found!.count > countMax;
    return { count: isCapped ? countMax : found!.count, isCapped };
  };
  const newest = (status: string) =>
    rowsOf("newest", `select ${rowColumns} from brands where status = $1 order by created_at desc, id desc limit 26`, [
      status,
    ]);
  const search = (word: string) =>
    rowsOf(
      "search",
      `select ${rowColumns}, sort_key as "sortKey" from brands
        where status <> 'archived' and search_key like $1 order by sort_key, id limit 26`,
      [`%${word}%`],
    );
  const answers: Record<string, (argument: string, request: IncomingMessage) => Promise<unknown>> = {
    first: async (status) => page(await newest(status), { total: null }),
    firstTotal: async (status) => {
      const [rows, total] = await Promise.all([newest(status), count("countStatus", "status = $1", [status])]);
      return page(rows, { total });
    },
    deep: async (place) => {
      const [createdAt, id] = place.split(",");
      const text = `select ${rowColumns} from brands where status <> 'archived' and (created_at, id) < ($1, $2)
                     order by created_at desc, id desc limit 26`;
      return page(await rowsOf("deep", text, [createdAt, id]), { total: null, hasPrevious: true });
    },
    search: async (word) => page(await search(word), { total: null, sort: "name" }),
    searchTotal: async (word) => {
      const where = "status <> 'archived' and search_key like $1";
      const [rows, total] = await Promise.all([search(word), count("countSearch", where, [`%${word}%`])]);
      return page(rows, { total, sort: "name" });
    },
    get: async (id) => {
      const [row] = await rowsOf("get", `select ${brandColumns} from brands where id = $1`, [id]);
      return { ...row, allowedTransitions };
    },
    create: async (_, request) => create(pool, JSON.parse(await textOf(request)) as { id: string; name: string }),
  };
  return answers;
}

// The brands that are read by id are active, and a new one is a draft without a country.
const step = (to: string, needsReason: boolean, ...blockers: string[]) => ({
  to,
  isAllowed: blockers.length === 0,
  needsReason,
  blockers,
});
const allowedTransitions = [step("suspended", true), step("archived", false, "suspend_first")];
const draftTransitions = [step("submitted", false, "country_missing", "contact_missing")];

async function create(pool: pg.Pool, { id, name }: { id: string; name: string }) {
  const client = await pool.connect();
  try {
    const key = name.toLowerCase();
    const now = new Date();
    await client.query("begin");
    const { rows } = await client.query<Row>({
      name: "insertBrand",
      text: `insert into brands (id, name, name_key, sort_key, words, status, created_at, updated_at)
             values ($1, $2, $3, $3, $3, 'draft', $4, $4) returning ${brandColumns}`,
      values: [id, name, key, now],
    });
    await client.query({
      name: "insertAudit",
      text: `insert into audit_log (at, actor_type, actor_name, action, resource, resource_id, request_id, address, changes)
             values ($1, 'user', 'floor', 'create', 'brands', $2, '', '', $3)`,
      values: [
        now,
        id,
        JSON.stringify({ name: { before: null, after: name }, status: { before: null, after: "draft" } }),
      ],
    });
    await client.query("commit");
    return { ...rows[0], allowedTransitions: draftTransitions };
  } finally {
    client.release();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
  return text;
}

type PageFacts = { total: unknown; sort?: "name" | "createdAt"; hasPrevious?: boolean };

function page(found: Row[], { total, sort = "createdAt", hasPrevious = false }: PageFacts) {
  const rows = found.slice(0, 25).map(({ sortKey: _, ...row }) => row);
  const cursor = (row: Row | undefined, towards: string) => (row === undefined ? null : encode(row, sort, towards));
  return {
    rows,
    next: found.length > 25 ? cursor(found[24], "next") : null,
    previous: hasPrevious ? cursor(found[0], "previous") : null,
    total,
  };
}

function encode(row: Row, sort: "name" | "createdAt", towards: string): string {
  const direction = sort === "name" ? "asc" : "desc";
  const key = sort === "name" ? row.sortKey : row.createdAt.toISOString();
  return Buffer.from(JSON.stringify([sort, direction, towards, key, row.id])).toString("base64url");
}
