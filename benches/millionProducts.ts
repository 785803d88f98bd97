import type pg from "pg";

/**
 * Fills the table with products like those of a large market, generated in the database: of the existing brands, in two
 * hundred categories, with names of several words in each of two scripts. One name in about 330 contains the word
 * "ramadan", another "رمضان".
 */
export async function fillProducts(client: pg.Client, count: number): Promise<void> {
  await client.query("select setseed(0.42)");
  await client.query(categoriesStatement);
  await client.query("insert into category_closure select id, id, 0 from categories");
  const indexes = await takeIndexes(client);
  // Saves two million foreign key checks: the referenced ids have just been read from their tables.
  await client.query("set session_replication_role = replica");
  // Status depends on age: drafts and those in review are recent, archived ones old.
  await client.query(productsStatement, [count]);
  await client.query("set session_replication_role = default");
  await client.query("set maintenance_work_mem = '512MB'");
  for (const index of indexes) await client.query(index);
  await client.query("vacuum analyze products, brands, categories");
  await client.query("checkpoint");
}

/**
 * Drops the indexes, which would be updated row by row, and answers the statements that create them again: that saves
 * minutes.
 */
async function takeIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index
     where indrelid = 'products'::regclass
       and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const words = {
  first:
    "medjool,khalas,golden,fresh,smoked,organic,mild,spicy,sweet,salted,roasted,wild,classic,royal,family,mini,light," +
    "extra,pure,creamy,crispy,soft,dark,white,green,red,black,baby,village,desert",
  second:
    "dates,honey,ghee,labneh,chicken,lamb,beef,biscuits,chocolate,coffee,tea,juice,rice,lentils,bread,cheese,yoghurt," +
    "butter,olives,pickles,sauce,spices,noodles,soup,chips,nuts,jam,halva,lokum,cream",
  arabic: "تمر,عسل,سمن,لبنه,دجاج,لحم,بسكويت,شوكولاته,قهوه,شاي,عصير,ارز,عدس,خبز,جبنه,زيتون",
  arabicSecond: "مجهول,خلاص,ذهبي,طازج,مدخن,عضوي,خفيف,حار,حلو,مملح,محمص,بري,كلاسيكي,ملكي,عائلي,صغير,ابيض,احمر,اخضر,بلدي",
};

const oneOf = (list: string, at: string) =>
  `(string_to_array('${list}', ','))[1 + floor(${at} * ${list.split(",").length})::int]`;

const categoriesStatement = `
  insert into categories (id, slug, name, name_key, sort_key, position, depth, effective_halal_relevance, status, words,
                          created_at, updated_at)
  select gen_random_uuid(), 'category-' || n, 'Category ' || n, 'category ' || n, 'category ' || n, n, 1,
         case when n % 10 = 0 then 'not_applicable' else 'required' end, 'active', 'category ' || n, now(), now()
    from generate_series(1, 200) as n`;

// The check digit: weights 3 and 1 in turn from the right, as in base/gtin.ts; 21 is the prefix's part of the sum.
const weightedDigits = Array.from(
  { length: 9 },
  (_, place) => `${place % 2 === 0 ? 3 : 1} * (n / ${10 ** place} % 10)`,
);
const gtin = `('0629' || lpad(n::text, 9, '0') || (1000 - 21 - (${weightedDigits.join(" + ")})) % 10)`;

// Version 7, like those of clients: later products have later ids.
const uuid = `(lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
  || '8' || substr(md5(n::text), 4, 15))::uuid`;

const productsStatement = `
  with brand as (select array_agg(id) as ids from brands where status <> 'archived'),
       category as (select array_agg(id) as ids from categories)
  insert into products (id, brand_id, category_id, name, sort_key, name_i18n, gtin, net_content, net_unit, status, words,
                        created_at, updated_at)
  select ${uuid}, brand.ids[1 + floor(r1 * cardinality(brand.ids))::int],
         category.ids[1 + floor(r2 * cardinality(category.ids))::int], initcap(name), name,
         jsonb_build_object('ar', arabic), ${gtin}, 500, 'GRM', status, name || ' ' || arabic, created_at,
         greatest(created_at, timestamptz '2026-11-01' - power(r3, 3) * interval '2000 days')
    from brand, category, (
      select n, r1, r2, r3, timestamptz '2020-06-01' + n * (interval '2000 days' / $1::int) as created_at,
             ${oneOf(words.first, "r4")} || ' ' || ${oneOf(words.second, "r5")}
               || case when r6 < 0.003 then ' ramadan ' else ' ' end || n as name,
             ${oneOf(words.arabic, "r7")} || case when r6 > 0.997 then ' رمضان ' else ' ' end
               || ${oneOf(words.arabicSecond, "r4")} || ' ' || n % 997 as arabic,
             case
               when n > $1::int * 0.97 then (array['draft', 'draft', 'in_review', 'published'])[1 + floor(r8 * 4)::int]
               when n < $1::int * 0.1 and r8 < 0.4 then 'archived'
               when r8 < 0.03 then 'unpublished'
               else 'published'
             end as status
        from (
          select n, random() as r1, random() as r2, random() as r3, random() as r4, random() as r5, random() as r6,
                 random() as r7, random() as r8
            from generate_series(1, $1::int) as n) as dice) as made`;
