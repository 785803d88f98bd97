import { sql } from "drizzle-orm";
import { checkDigit } from "#base/checkDigit.ts";
import type { Db } from "#api/context.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { newId } from "#api/testing/testApi.ts";

type Values = Readonly<Record<string, unknown>>;

const at = "2026-01-01T00:00:00Z";
const dated = { created_at: at, updated_at: at };

/**
 * Writes rows of brands, products, retailers and certificates directly into their tables, for tests of code that reads
 * them. Each has its required values; a test sets those it is about by column name.
 */
export const market = (db: Db) => {
  let made = 0;
  const insert = async (table: string, values: Values): Promise<string> => {
    const row = { id: newId(), ...values };
    const columns = Object.entries(row).filter(([, value]) => value !== undefined);
    const names = sql.raw(columns.map(([name]) => name).join(", "));
    await db.execute(sql`
      insert into ${sql.raw(table)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify([row])}::jsonb)`);
    return row.id;
  };
  const named = (name: string) => ({ name, sort_key: name.toLowerCase(), words: name.toLowerCase() });
  const next = () => String(++made).padStart(6, "0");
  const rows = {
    insert,
    brand: (values: Values = {}) => {
      const name = `Brand ${next()}`;
      const contact = { country: "GB", contact_email: "brand@example.com", default_currency: "GBP" };
      return insert("brands", {
        ...named(name),
        name_key: name.toLowerCase(),
        name_i18n: {},
        alternative_names: [],
        is_muslim_owned: "undeclared",
        story_i18n: {},
        ...contact,
        status: "active",
        version: 1,
        ...dated,
        ...values,
      });
    },
    category: async (values: Values = {}) => {
      const name = `Category ${next()}`;
      const id = await insert("categories", {
        ...named(name),
        slug: name.toLowerCase().replace(" ", "-"),
        name_key: name.toLowerCase(),
        name_i18n: {},
        position: 0,
        depth: values.parent_id ? 2 : 1,
        effective_halal_relevance: "required",
        status: "active",
        version: 1,
        ...dated,
        ...values,
      });
      await db.execute(sql`
        insert into category_closure (ancestor_id, descendant_id, distance)
        select ${id}::uuid, ${id}::uuid, 0
         union all
        select ancestor_id, ${id}::uuid, distance + 1 from category_closure
         where descendant_id = ${(values.parent_id as string | undefined) ?? null}::uuid`);
      return id;
    },
    product: (values: Values & { brand_id: string }) => {
      const digits = `0952${String(++made).padStart(9, "0")}`;
      return insert("products", {
        ...named(`Product ${next()}`),
        name_i18n: {},
        description_i18n: {},
        gtin: digits + checkDigit(digits),
        pack_of: 1,
        ingredients_i18n: {},
        allergens: [],
        e_numbers: [],
        halal_claim: "none",
        off_labels: [],
        status: "published",
        version: 1,
        ...dated,
        ...values,
      });
    },
    type: (values: Values = {}) => {
      const name = `Type ${next()}`;
      return insert("retailer_types", {
        ...named(name),
        code: `TYPE_${next()}`,
        name_key: name.toLowerCase(),
        name_i18n: {},
        position: 0,
        channel: "both",
        certificate_policy: "require_product",
        needs_slaughter_policy: false,
        kyc_level: "none",
        default_cashback_bps: 300,
        max_cashback_bps: 1000,
        pending_days: 14,
        status: "active",
        version: 1,
        ...dated,
        ...values,
      });
    },
    retailer: async (values: Values & { retailer_type_id: string }) => {
      const name = `Retailer ${next()}`;
      const parent = (values.parent_id as string | undefined) ?? null;
      const id = await insert("retailers", {
        trading_name: name,
        sort_key: name.toLowerCase(),
        words: name.toLowerCase(),
        trading_name_i18n: {},
        depth: parent === null ? 1 : 2,
        country: "GB",
        default_currency: "GBP",
        timezone: "Europe/London",
        commission_bps: 0,
        settlement_terms_days: 30,
        pos_integration: "none",
        visibility: "public",
        risk_flags: [],
        status: "active",
        kyc_status: "not_started",
        version: 1,
        ...dated,
        ...values,
      });
      await db.execute(sql`
        insert into retailer_closure (ancestor_id, descendant_id, distance)
        select ${id}::uuid, ${id}::uuid, 0
         union all
        select ancestor_id, ${id}::uuid, distance + 1 from retailer_closure where descendant_id = ${parent}::uuid`);
      return id;
    },
    location: (values: Values & { retailer_id: string }) =>
      insert("retailer_locations", {
        name: `Place ${next()}`,
        country: "GB",
        is_primary: false,
        status: "open",
        ...dated,
        ...values,
      }),
    body: (values: Values = {}) =>
      insert("certifying_bodies", {
        ...named(`Body ${next()}`),
        acronym: `B${next()}`,
        name_i18n: {},
        country: "GB",
        kind: "ngo",
        default_stunning_policy: "unknown",
        off_label_tags: [],
        sources: [],
        status: "active",
        status_changed_at: at,
        version: 1,
        ...dated,
        ...values,
      }),
    /** Verified, from 2026 to 2027, in London, by default. */
    certificate: async (values: Values & { body_id: string }) => {
      const number = next();
      return insert("certificates", {
        certificate_no: `DEMO-${number}`,
        certificate_no_key: `demo${number}`,
        revision: 1,
        kind: "product",
        holder_type: "external",
        holder_name: "Holder",
        product_category_codes: [],
        issued_on: "2026-01-01",
        valid_from: "2026-01-01",
        expires_on: "2026-12-31",
        validity_basis: "dated",
        timezone: "Europe/London",
        slaughter_method: "hand",
        stunning_policy: "none",
        evidence_level: "document_only",
        state: "verified",
        state_changed_at: at,
        verified_at: at,
        verified_by: await anyUserId(db),
        sort_key: number,
        words: number,
        version: 1,
        ...dated,
        ...values,
      });
    },
    line: (certificateId: string, productId: string | null, values: Values = {}) =>
      insert("certificate_products", {
        certificate_id: certificateId,
        product_id: productId,
        position: 0,
        name_on_certificate: "As the document writes it",
        status: "listed",
        ...values,
      }),
  };
  return {
    ...rows,
    /**
     * This many products of a brand, in a category that requires certificates, with the certificate that lists them.
     */
    certified: async (count: number) => {
      const [brand, category, body] = [await rows.brand(), await rows.category(), await rows.body()];
      const certificate = await rows.certificate({ body_id: body });
      const products: string[] = [];
      for (let n = 0; n < count; n++) {
        const product = await rows.product({ brand_id: brand, category_id: category });
        await rows.line(certificate, product);
        products.push(product);
      }
      return { brand, body, certificate, products };
    },
  };
};

async function anyUserId(db: Db): Promise<string> {
  const [known] = await rowsOf<{ id: string }>(db, sql`select id from users limit 1`);
  return known?.id ?? newId();
}
