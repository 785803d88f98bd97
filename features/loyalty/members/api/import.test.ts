import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { auditFeature } from "#features/access/audit/api/routes.ts";
import { audit } from "#features/access/audit/contract.ts";
import { membersImporter } from "#features/loyalty/members/api/import.ts";
import { membersFeature } from "#features/loyalty/members/api/routes.ts";
import { members } from "#features/loyalty/members/contract.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { type Import, type ImportProblem, imports } from "#features/platform/imports/contract.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let huda: Transport;
const rights = ["import", "read", "create", "update", "export", "readPersonal", "find"].map(
  (each) => `members.${each}`,
);
beforeAll(async () => {
  app = await testApi([membersFeature([]), auditFeature([membersFeature([])]), importsFeature([membersImporter])]);
  huda = (await app.signIn("Huda", [...rights, "audit.read"])).transport;
});
afterAll(() => app.close());

const file = { resource: "members", fileName: "members.csv", encoding: "utf-8", language: "en" } as const;
const read = (importId: string) => call(huda, imports.read, { importId, language: "en" });

async function check(text: string): Promise<Import> {
  const { id, columns } = await call(huda, imports.upload, { ...file, importId: newId(), text });
  await call(huda, imports.check, { importId: id, mapping: columns.map(({ field }) => field), language: "en" });
  await app.runJobs();
  return read(id);
}

async function write({ id }: Import): Promise<Import> {
  await call(huda, imports.commit, { importId: id, mode: "good_rows", language: "en" });
  await app.runJobs();
  return read(id);
}

async function problemsOf({ id }: Import): Promise<string[]> {
  const requested = { importId: id, skip: 0, limit: 100, language: "en" } as const;
  const problems: ImportProblem[] = await call(huda, imports.problems, requested);
  return problems.map(({ rowNumber, code }) => `${rowNumber} ${code}`);
}

const found = async (search: string) =>
  (await call(huda, members.list, { search, sort: "createdAt", limit: 25, count: "none" })).rows;

test("creates members, reports what is wrong, and changes nothing in the dry run", async () => {
  const checked = await check(`number,email,phone,name,country,language
47110001,huda@example.com,+442079460001,Huda,gb,EN
4711-0002,,,Bilal,,ar
,layla@example.com,,Layla,,
,,,Nobody,,
47110003,no address,,,,
47110004,HUDA@example.com,,,,
4711 0002,,,,,
•••• 0009,,,,,
47110005,,,,XX,
`);
  expect(checked.report).toMatchObject({ newCount: 3, updateCount: 0, badCount: 6 });
  expect(await problemsOf(checked)).toEqual([
    "5 contact_needed",
    "6 email",
    "7 same_as_row",
    "8 same_as_row",
    "9 member_number",
    "10 country_code",
  ]);
  expect(await found("Huda")).toEqual([]);
  expect((await write(checked)).report).toMatchObject({ newCount: 3 });
  const [member] = await found("huda@example.com");
  expect(member).toMatchObject({ displayName: "Huda", country: "GB", language: "en", memberNumber: "•••• 0001" });
  expect(await found("47110002")).toMatchObject([{ displayName: "Bilal", language: "ar" }]);
});

test("changes the member with the first contact of a row, and leaves contacts with empty cells as they are", async () => {
  await write(await check("number,email,name\n48110001,first@example.com,First\n48110002,second@example.com,Second\n"));
  const checked = await check(`number,email,name
48110001,,First
48110001x,first@example.com,First
48110002,new@example.com,Second Name
,first@example.com,First by Email
48110003,second@example.com,Third
`);
  // The fourth row gives the member of the first another name, which is fine; a number of the file belongs to one row.
  expect(checked.report).toMatchObject({ newCount: 0, unchangedCount: 1, updateCount: 2, badCount: 2 });
  expect(await problemsOf(checked)).toEqual(["3 duplicate_member", "6 duplicate_member"]);
  await write(checked);
  const [second] = await found("new@example.com");
  expect(second).toMatchObject({ displayName: "Second Name", memberNumber: "•••• 0002" });
  expect(await found("second@example.com")).toEqual([]);
  const [first] = await found("48110001");
  expect(await call(huda, members.readPersonal, { id: first!.id })).toEqual({
    memberNumber: "48110001",
    email: "first@example.com",
    phone: null,
  });
});

test("can’t read its masked export back, and offers a template that can be imported unchanged", async () => {
  const exported = await (
    await download(huda, members.exportCsv, { sort: "createdAt", limit: 25, count: "none" })
  ).text();
  const checked = await check(exported);
  expect(checked.report).toMatchObject({ newCount: 0, updateCount: 0, unchangedCount: 0 });
  const template = await check(await (await download(huda, members.importTemplate, {})).text());
  expect(template.columns.filter(({ field }) => field === null)).toEqual([]);
  expect(template.report).toMatchObject({ newCount: 1, badCount: 0 });
});

test("each view of full contacts is in the audit log, which has none of them", async () => {
  await write(await check("number,email,name\n49110001,logged@example.com,Wadha Unmistakable\n"));
  const [member] = await found("49110001");
  await call(huda, members.readPersonal, { id: member!.id });
  const { rows } = await call(huda, audit.list, { sort: "at", limit: 100, count: "none" });
  expect(rows).toContainEqual(expect.objectContaining({ action: "read", resource: "members", resourceId: member!.id }));
  // The list shows the name of a member who still has one; the log itself has none.
  const stored = await rowsOf<{ changes: string }>(app.db, sql`select changes::text as changes from audit_log`);
  expect(JSON.stringify(stored)).not.toMatch(/logged@|49110001|Unmistakable/);
});
