import type pg from "pg";

/**
 * Fills the table with brands like those of a large market, generated in the database.
 *
 * Status depends on age, as in reality: drafts and those in review are recent, archived ones old. One name in about 330
 * contains the word "ramadan". Takes a minute or two for a million.
 */
export async function fillBrands(client: pg.Client, count: number): Promise<void> {
  await client.query("select setseed(0.42)");
  await client.query(fillStatement, [count]);
  await client.query("vacuum analyze brands");
  await client.query("checkpoint");
}

const words = {
  first:
    "bustan,noor,seri,gul,chaand,kampung,crescent,zaytouna,wadi,safa,najm,tayyib,warung,rumah,sahara,medina,anwar," +
    "baraka,amal,iman,karim,salam,rahma,hilal,marwa,yasmin,zahra,firdaus,sabil,qamar,jannah,nakheel,oasis,desert",
  second:
    "foods,dairy,bakery,meats,spices,sweets,dates,honey,tea,coffee,water,oils,rice,snacks,frozen,organic,farms,mills," +
    "garden,kitchen,market,house,delights,treats,grill,butchers,fisheries,juices,noodles",
  arabic: "بستان,نور,هلال,قمر,زيتونه,مروه,فردوس,رحمه,سلام,كريم",
  // Some countries have many brands, most have few.
  country: "AE,AE,AE,AE,SA,SA,SA,MY,MY,ID,ID,ID,TR,TR,PK,PK,GB,FR,JO,EG,MA,QA,KW,BH,OM,DE,US,NG,BD,IN,SG,BN,UZ,SN,BA",
};

const oneOf = (list: string, at: string) =>
  `(string_to_array('${list}', ','))[1 + floor(${at} * ${list.split(",").length})::int]`;

// Version 7, like those of clients: later brands have later ids.
const uuid = `(lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
  || '8' || substr(md5(n::text), 4, 15))::uuid`;

const fillStatement = `
  insert into brands (id, slug, name, name_key, sort_key, name_i18n, legal_entity_name, country, website, is_muslim_owned,
                      default_currency, contact_email, status, status_reason, words, created_at, updated_at)
  select ${uuid}, 'brand-' || n, initcap(name), name, name, name_i18n, case when r1 < 0.5 then initcap(name) || ' Ltd' end,
         country, 'https://brand' || n || '.example', (array['yes', 'no', 'undeclared'])[1 + floor(r2 * 3)::int], 'AED',
         'contact' || n || '@example.com', status, case when status in ('suspended', 'rejected') then 'sample' end,
         name || coalesce(' ' || (name_i18n ->> 'ar'), ''), created_at,
         greatest(created_at, timestamptz '2026-11-01' - power(r3, 3) * interval '2000 days')
    from (
      select n, r1, r2, r3, ${oneOf(words.country, "r4")} as country,
             timestamptz '2020-06-01' + n * (interval '2000 days' / $1::int) as created_at,
             ${oneOf(words.first, "r5")} || ' ' || ${oneOf(words.second, "r6")}
               || case when r7 < 0.003 then ' ramadan ' else ' ' end || n as name,
             case when r7 < 0.4 then jsonb_build_object('ar', ${oneOf(words.arabic, "r1")}) else '{}'::jsonb end as name_i18n,
             case
               when n > $1::int * 0.97 then (array['draft', 'draft', 'submitted', 'active', 'active'])[1 + floor(r8 * 5)::int]
               when n < $1::int * 0.1 and r8 < 0.4 then 'archived'
               when r8 < 0.01 then 'rejected'
               when r8 < 0.03 then 'suspended'
               else 'active'
             end as status
        from (
          select n, random() as r1, random() as r2, random() as r3, random() as r4, random() as r5, random() as r6,
                 random() as r7, random() as r8
            from generate_series(1, $1::int) as n) as dice) as made`;
