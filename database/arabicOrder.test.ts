import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchKey } from "#base/searchKey.ts";
import { openTestDatabase, rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";

// What migration 0049 sorts names by on Arabic screens (docs/decisions/0078).

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const keysOf = async (names: readonly string[]) => {
  const rows = await rowsOf<{ key: string }>(
    database.db,
    sql`select arabic_order(name) as key
          from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) with ordinality as given (name, place)
         order by place`,
  );
  return rows.map(({ key }) => key);
};

/** As the collation "C" compares. */
const sortedByKey = async (names: readonly string[]) => {
  const keys = await keysOf(names);
  const places = names.map((_, place) => place);
  return places.toSorted((one, other) => Buffer.compare(Buffer.from(keys[one]!), Buffer.from(keys[other]!)));
};

// Sample records, and names of brands, shops and restaurants from Wikidata and OpenStreetMap.
// biome-ignore format: a list of names reads better in rows
const names = [
  "آ في إس", "أجبان", "أغذية النبع الصافي", "أغذية", "ألبان", "إدارة الشؤون الإسلامية الماليزية", "المجلس الإسلامي السنغافوري",
  "المجلس الأوروبي للغذاء الحلال", "بستان النور للأغذية", "بهارات", "بهارات برياني", "تمر", "تمر خلاص", "تمور", "تمور سوف",
  "جبنة نابلسية", "جيلاتين", "حلوم", "حلوى جيلاتينية", "حلاوة طحينية", "حلويات", "دار القهوة", "دبس التمر", "زيوت الأندلس",
  "زيتونة الوادي", "سمن", "سمن بلدي", "سمن وزبدة", "صلصات", "صلصة الفلفل الحار", "عسل زهور الصحراء", "لؤلؤة مسقط", "لبنة",
  "لبنة ولبن", "لبن مصفى", "لحم بقري مفروم", "لحوم", "لحوم مصنّعة", "مخبز النور", "مخبوزات", "مربى الورد", "مشروبات",
  "نجم الساحل", "نبع الورد", "هيئة الغذاء الحلال", "وادي الرحمة", "وزارة الصناعة والتكنولوجيا المتقدمة", "ينابيع الصفا",
  "مطعم الوادي الأخضر", "مطعم أبو مازن", "مطعم ابو شنب", "مطعم أبو عبدة للاكلات الشعبية", "مطعم ابو خديجه", "سوپر",
  "شارع ٣٠٦", "شارع ٤", "منتجع رأس النبع", "الإسكندراني", "الاطلال", "أمية", "إل فيلاجيو", "المَزة البخاري", "أوغور",
  "استراحة البادية", "مطعم قصر اللؤلؤ", "حلويات الأقصى", "شركة ميد التجارية", "شركهم", "علي", "على البحر", "موسى", "موسي",
  "قهوة", "قهوه", "قراءة", "قراصنة", "سماء", "سما", "مسؤول", "مسوول", "بيئة", "بيت جبري", "ڤيتا", "فيتا", "چاي", "جاي",
  "7 Star", "Éclair", "Eden", "al-Noor", "Zaytouna", "İncir Bahçesi", "Al Wali", "Ülker", "清泉食品", "Ёлка", "100 تمرة",
] as const;

test("sorts names as the collation of Arabic does, however they are spelled", async () => {
  const collator = new Intl.Collator("ar", { sensitivity: "base" });
  const compare = (one: string, other: string) => collator.compare(searchKey(one), searchKey(other));
  const sorted = (await sortedByKey(names)).map((place) => names[place]!);
  expect(sorted.toSorted(compare)).toEqual(sorted);
});

test.each([
  ["أَحْمَد", "احمد"],
  ["إسكندر", "اسكندر"],
  ["آمنة", "امنة"],
  ["ٱلنور", "النور"],
  ["نـــور", "نور"],
  ["مؤمن", "مومن"],
  ["ﻧﻮﺭ", "نور"],
  ["کراچی", "كراچي"],
  ["\u200Fنور\u200C", "نور"],
  ["دار - القهوة!", "دار القهوة"],
  ["٣٠٦", "306"],
  ["ÉCLAIR", "eclair"],
  ["قهوة", "قهوه"],
  ["على", "علي"],
  ["بيئة", "بيية"],
])("sorts %j like %j", async (one, other) => {
  const [key, same] = await keysOf([one, other]);
  expect(key).toBe(same);
});

test("keys are short enough for an index, and a name of punctuation has one", async () => {
  const [long, none] = await keysOf(["ط".repeat(1000), "؟!"]);
  expect([long!.length, none]).toEqual([240, ""]);
});

test("the Arabic name counts where there is one, and the original name elsewhere", async () => {
  await database.db.execute(sql`
    insert into brands (id, slug, name, name_key, sort_key, name_i18n, words, status, created_at, updated_at)
    select md5(name)::uuid, lower(name), name, name, name, name_i18n::jsonb, name, 'draft', now(), now()
      from (values ('Noor', '{"ar": "النور", "ur": "نور"}'), ('Karmel', '{"en": "Karmel"}')) as given (name, name_i18n)`);
  const keys = await rowsOf<{ key: string }>(database.db, sql`select sort_key_ar as key from brands order by number`);
  expect(keys.map(({ key }) => key)).toEqual(await keysOf(["النور", "Karmel"]));
});

test("every index of a table by its names exists by its Arabic names too", async () => {
  const indexes = await rowsOf<{ table: string; columns: string }>(
    database.db,
    sql`select tablename as table, substring(indexdef from '\\((.*?)\\)') as columns
          from pg_indexes
         where tablename in (select table_name from information_schema.columns where column_name = 'sort_key_ar')`,
  );
  const having = (name: string) =>
    indexes
      .filter(({ columns }) => columns.split(", ").includes(name))
      .map(({ table, columns }) => `${table} ${columns.replace(name, "sort_key")}`)
      .toSorted();
  expect(having("sort_key").length).toBeGreaterThan(10);
  expect(having("sort_key_ar")).toEqual(having("sort_key"));
});
