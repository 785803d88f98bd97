import { sql } from "drizzle-orm";
import type { RowScope, ScopeKind } from "#base/grants.ts";
import type { market } from "#api/testing/catalogueFactory.ts";
import { newId, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";
import { promocodeFields } from "#features/loyalty/promocodes/fields.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { call, type Transport } from "#web/call.ts";

/** A brand with its products, retailers and users: records that share nothing with those of another world. */
export type World = {
  /** The ids of its records, by resource. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Ids, names and addresses of the parts of its retailer. */
  readonly parts: readonly string[];
  /** Texts that only its records have, for other users to try: by resource and field. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly searches: Readonly<Record<string, string>>;
  readonly scopes: readonly RowScope[];
  readonly scopesOf: (kind: ScopeKind) => readonly RowScope[];
};

type Makers = { readonly admin: Transport; readonly made: ReturnType<typeof market> };

const dated = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };

/** Every name in it starts with `name`. `admin` writes an audit entry for each of its records. */
export async function scopeWorld(app: TestApi, { admin, made }: Makers, name: string): Promise<World> {
  const key = name.toLowerCase();
  const called = (what: string) => ({ name: `${name} ${what}`, sort_key: `${key} ${what}`, words: `${key} ${what}` });
  const numbered = { gln: name === "Zelkova" ? "4006381333931" : "5901234123457", no: `${key}-7781` };
  const brand = await made.brand({
    ...called("brand"),
    name_key: `${key} brand`,
    wikidata_id: `Q${90_000 + name.length}`,
    contact_email: `contact@${key}.example`,
  });
  const category = await made.category({ ...called("category"), name_key: `${key} category`, slug: `${key}-category` });
  const product = await made.product({
    ...called("product"),
    brand_id: brand,
    category_id: category,
    sku: `${key}-sku`,
  });
  const { name: tradingName, ...keys } = called("market");
  const registered = { registration_no: numbered.no, registration_country: "GB", gln: numbered.gln };
  const retailer = await made.retailer({
    ...keys,
    ...registered,
    trading_name: tradingName,
    retailer_type_id: await made.type(),
  });
  const location = await made.location({
    retailer_id: retailer,
    name: `${name} quay`,
    latitude: 51.5,
    longitude: -0.1,
  });
  const contact = { name: `${name} keeper`, email: `keeper@${key}.example` };
  const contactId = await made.insert("retailer_contacts", {
    ...contact,
    retailer_id: retailer,
    notify: ["halal"],
    is_primary: false,
    ...dated,
  });
  const holder = { holder_type: "brand", holder_brand_id: brand, holder_name: `${name} foods` };
  const certificate = await made.certificate({ ...holder, body_id: await made.body() });
  await made.line(certificate, product);
  const assignment = await made.insert("assignments", {
    retailer_id: retailer,
    product_id: product,
    location_id: location,
    status: "active",
    stock_status: "in_stock",
    cashback_mode: "inherit",
    version: 1,
    price_minor: 4321,
    currency: "GBP",
    starts_at: dated.created_at,
    ...dated,
  });
  const promocode = newId();
  const offered = { name: `${name} promocode`, sharedCode: `${name}-code`, ownerBrandId: brand };
  await call(admin, promocodes.create, { ...promocodeFields.empty, ...offered, id: promocode });
  const user = await makeUser(app, { name: `${name} person`, email: `person@${key}.example`, brand });
  await leaveTraces(admin, { brand, product, retailer, name });
  const scopes: RowScope[] = [
    { kind: "brand", target: brand },
    { kind: "retailer", target: retailer },
    { kind: "category", target: category },
  ];
  const [row] = await rowsOf<{ gtin: string; slug: string }>(
    app.db,
    sql`select gtin, (select slug from brands where id = ${brand}::uuid) as slug from products where id = ${product}::uuid`,
  );
  return {
    ids: {
      brands: [brand],
      categories: [category],
      products: [product],
      retailers: [retailer],
      certificates: [certificate],
      assignments: [assignment],
      promocodes: [promocode],
      users: [user],
    },
    parts: [location, contactId, contact.name, contact.email, `${name} quay`],
    texts: {
      // No other brand may share its name, and no other top-level category.
      brands: { name: `${name} brand`, slug: row!.slug, wikidataId: `Q${90_000 + name.length}` },
      categories: { name: `${name} category`, slug: `${key}-category` },
      products: { gtin: row!.gtin, sku: `${key}-sku` },
      retailers: { gln: numbered.gln, registrationNo: numbered.no, registrationCountry: "GB" },
      users: { email: `person@${key}.example` },
    },
    searches: { search: name, q: name, name: `${name} product`, tradingName, holderName: holder.holder_name },
    scopes,
    scopesOf: (kind) => scopes.filter((scope) => scope.kind === kind),
  };
}

type Bound = { readonly name: string; readonly email: string; readonly brand: string };

async function makeUser(app: TestApi, { name, email, brand }: Bound): Promise<string> {
  const id = newId();
  await app.db.execute(sql`
    insert into users (id, category_id, name, email, email_key, sort_key, search_key, status, created_at, updated_at)
    values (${id}, 2, ${name}, ${email}, ${email}, ${name.toLowerCase()}, ${` ${name.toLowerCase()} `}, 'active',
            ${app.clock.now}::timestamptz, ${app.clock.now}::timestamptz)`);
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select ${id}::uuid, id, ${app.clock.now}::timestamptz from roles where code = 'brand_manager'`);
  await app.db.execute(sql`
    insert into user_scopes (user_id, kind, target, granted_at)
    values (${id}::uuid, 'brand', ${brand}, ${app.clock.now}::timestamptz)`);
  return id;
}

type TracedIds = { readonly brand: string; readonly product: string; readonly retailer: string; readonly name: string };

async function leaveTraces(admin: Transport, { brand, product, retailer, name }: TracedIds): Promise<void> {
  await call(admin, brands.update, { id: brand, version: 1, story: `${name} story` });
  await call(admin, products.update, { id: product, version: 1, description: `${name} description` });
  await call(admin, retailers.update, { id: retailer, version: 1, legalName: `${name} limited` });
}
