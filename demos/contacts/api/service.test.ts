import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { contactsImporter } from "#demos/contacts/api/import.ts";
import { contactsFeature } from "#demos/contacts/api/routes.ts";
import { contactExtras, contacts } from "#demos/contacts/contract.ts";
import { contactFields, type ContactInput } from "#demos/contacts/fields.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { imports } from "#features/platform/imports/contract.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let aisyah: Transport;
let omar: Transport;
beforeAll(async () => {
  app = await testApi([contactsFeature, importsFeature([contactsImporter])]);
  aisyah = (await app.signIn("Aisyah", ["contacts.import"])).transport;
  omar = (await app.signIn("Omar", [])).transport;
});
afterAll(() => app.close());

const add = (values: Partial<ContactInput> & { name: string }) =>
  call(aisyah, contactExtras.create, { id: newId(), ...contactFields.empty, ...values });
const names = async (filter: Partial<Input<typeof contactExtras.list>>, who = aisyah) => {
  const page = await call(who, contactExtras.list, { sort: "name", limit: 50, count: "capped", ...filter });
  return page.rows.map(({ name }) => name);
};
const user = (who = aisyah) => call(who, contacts.user, {});

describe("the list", () => {
  beforeAll(async () => {
    for (const name of ["Zara", "Élodie", "آمنة", "بلال", "أمل", "Emre", "3M"])
      await add({ name, company: "Alphabet" });
  });

  test("is in alphabetical order of both scripts, and has the letters that names begin with", async () => {
    expect(await names({ search: "alphabet" })).toEqual(["3M", "Élodie", "Emre", "Zara", "أمل", "آمنة", "بلال"]);
    const arabic = await names({ search: "alphabet", sortLanguage: "ar" });
    expect(arabic.slice(1, 4)).toEqual(["أمل", "آمنة", "بلال"]);
    expect(await call(aisyah, contactExtras.letters, {})).toEqual(expect.arrayContaining(["#", "E", "Z", "ا", "ب"]));
  });

  test("is limited to a letter, whatever its accent or hamza", async () => {
    expect(await names({ initial: "E", search: "alphabet" })).toEqual(["Élodie", "Emre"]);
    expect(await names({ initial: "ا", search: "alphabet" })).toEqual(["أمل", "آمنة"]);
    expect(await names({ initial: "#", search: "alphabet" })).toEqual(["3M"]);
  });

  test("finds by any part of names, companies, addresses and numbers", async () => {
    await add({ name: "Findable", lastName: "Person", email: "here@noor.example", phone: "+44 1632 960177" });
    for (const search of ["able pers", "here@noor", "960177", "noor exam"])
      expect(await names({ search }), search).toEqual(["Findable"]);
  });

  test("finds names of another script in their order, a page at a time, forward and back", async () => {
    const wanted = ["مريم أ", "مريم ب", "مريم ت", "مريم ث", "مريم ج"];
    for (const name of [wanted[3]!, "Amal", wanted[0]!, wanted[4]!, wanted[2]!, wanted[1]!]) await add({ name });
    const search = { sort: "name", search: "مريم", limit: 25, count: "capped" } as const;
    expect(await names(search)).toEqual(wanted);
    expect(await names({ ...search, direction: "desc" })).toEqual(wanted.toReversed());
    for (let at = 0; at < 25; at++) await add({ name: `مريم ي ${at}` });
    const first = await call(aisyah, contactExtras.list, search);
    const second = await call(aisyah, contactExtras.list, { ...search, cursor: first.next! });
    const back = await call(aisyah, contactExtras.list, { ...search, cursor: second.previous! });
    expect([first.total?.count, second.rows.length, second.next]).toEqual([30, 5, null]);
    expect(back.rows).toEqual(first.rows);
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(30);
  });

  test("of birthdays has those of the next 30 days", async () => {
    // The clock of the test is at 20 November 2026.
    await add({ name: "Soon", birthday: "1980-12-20" });
    await add({ name: "Later", birthday: "1980-12-21" });
    expect(await names({ list: "birthdays" })).toEqual(["Soon"]);
  });
});

describe("groups", () => {
  test("are each user's own: another user's behaves as an unknown one in every call", async () => {
    const { id: contactId } = await add({ name: "Grouped" });
    const groupId = newId();
    await call(aisyah, contactExtras.saveGroup, { id: groupId, name: "Suppliers" });
    await call(aisyah, contactExtras.setMembers, { groupId, ids: [contactId], isIn: true });
    expect(await names({ list: groupId })).toEqual(["Grouped"]);
    expect(await names({ list: groupId }, omar)).toEqual([]);
    expect((await user(omar)).groups).toEqual([]);
    const theirs = { groupId, ids: [contactId], isIn: false };
    expect((await refusalOf(call(omar, contactExtras.setMembers, theirs))).code).toBe("not_found");
    await call(omar, contactExtras.removeGroup, { id: groupId });
    expect((await user()).groups).toMatchObject([{ id: groupId, contactIds: [contactId] }]);
  });

  test("have unique names, are renamed by the same call, and lose no contact when they go", async () => {
    const id = newId();
    await call(aisyah, contactExtras.saveGroup, { id, name: "Press" });
    const taken = { id: newId(), name: " press " };
    expect((await refusalOf(call(aisyah, contactExtras.saveGroup, taken))).code).toBe("group_name_taken");
    await call(aisyah, contactExtras.saveGroup, { id, name: "Media" });
    await call(aisyah, contactExtras.saveGroup, { id, name: "Media" });
    expect((await user()).groups.map(({ name }) => name)).toContain("Media");
    await call(aisyah, contactExtras.removeGroup, { id });
    expect((await user()).groups.map(({ name }) => name)).not.toContain("Media");
  });
});

describe("the icon of a group", () => {
  const icons = (by = aisyah) => call(by, contactExtras.groupIcons, {});

  test("is one of the catalogue, is kept by renaming, and can be removed", async () => {
    const group = { id: newId(), name: "Couriers" };
    const icon = "local_shipping";
    await call(aisyah, contactExtras.saveGroup, { ...group, icon });
    await call(aisyah, contactExtras.saveGroup, { ...group, name: "Drivers" });
    expect(await icons()).toEqual([{ id: group.id, name: "Drivers", icon }]);
    expect(await icons(omar)).toEqual([]);
    const refused = await refusalOf(call(aisyah, contactExtras.saveGroup, { ...group, icon: "lorry_of_dates" }));
    expect(refused).toMatchObject({ code: "invalid_input", errors: [{ path: "icon", code: "icon_unknown" }] });
    await call(aisyah, contactExtras.saveGroup, { ...group, icon: null });
    expect(await icons()).toEqual([]);
  });

  test("is in no answer of the calls of spec 001", async () => {
    await call(aisyah, contactExtras.saveGroup, { id: newId(), name: "Neighbours", icon: "home" });
    const { groups } = await user();
    for (const group of groups) expect(Object.keys(group).sort()).toEqual(["contactIds", "id", "name"]);
  });
});

describe("contacting someone", () => {
  test("twice within 30 days makes a contact frequent, and a call that is sent again counts once", async () => {
    const { id: contactId } = await add({ name: "Called" });
    const first = { id: newId(), contactId, kind: "call" } as const;
    await call(aisyah, contactExtras.touch, first);
    await call(aisyah, contactExtras.touch, first);
    expect((await user()).frequentContacts).not.toContain(contactId);
    await call(aisyah, contactExtras.touch, { id: newId(), contactId, kind: "whatsapp" });
    expect((await user()).frequentContacts).toContain(contactId);
    expect(await names({ list: "frequent" })).toEqual(["Called"]);
    expect((await user(omar)).frequentContacts).not.toContain(contactId);
    const shown = await call(aisyah, contactExtras.touches, { id: contactId });
    expect(shown.map(({ kind }) => kind).sort()).toEqual(["call", "whatsapp"]);
  });
});

describe("two contacts of the same person", () => {
  const pair = async () => {
    const phone = "+44 1632 960155";
    const kept = await add({ name: "Layla", lastName: "Karim", email: "layla@mail.example", phone });
    const gone = await add({ name: "Laila", lastName: "Karim", jobTitle: "Catering", phone: "01632 960155" });
    return { kept, gone };
  };
  const valuesOf = (record: ContactInput) => contactFields.valuesOf(record);

  test("are found by their number, merged field by field, and are both back after Undo", async () => {
    const { kept, gone } = await pair();
    const groupId = newId();
    await call(aisyah, contactExtras.star, { ids: [gone.id], isOn: true });
    await call(omar, contactExtras.saveGroup, { id: groupId, name: "Caterers" });
    await call(omar, contactExtras.setMembers, { groupId, ids: [gone.id], isIn: true });
    await call(aisyah, contactExtras.touch, { id: newId(), contactId: gone.id, kind: "meeting" });
    const likely = await call(aisyah, contactExtras.duplicates, { id: kept.id });
    expect(likely.map(({ id }) => id)).toEqual([gone.id]);

    const values = { ...valuesOf(kept), jobTitle: gone.jobTitle };
    const versions = { keptVersion: kept.version, goneVersion: gone.version };
    const merge = { keptId: kept.id, goneId: gone.id, ...versions, values };
    const merged = await call(aisyah, contactExtras.merge, merge);
    expect(merged).toMatchObject({ jobTitle: "Catering", email: "layla@mail.example" });
    expect(await call(aisyah, contactExtras.merge, merge)).toEqual(merged);
    expect(await names({ search: "laila karim" })).toEqual([]);
    expect((await user()).starred).toContain(kept.id);
    expect((await user(omar)).groups.at(-1)).toMatchObject({ contactIds: [kept.id] });
    expect(await call(aisyah, contactExtras.touches, { id: kept.id })).toHaveLength(1);

    const undo = { keptId: kept.id, goneId: gone.id, keptVersion: merged.version, values: valuesOf(kept) };
    await call(aisyah, contactExtras.undoMerge, undo);
    await call(aisyah, contactExtras.undoMerge, undo);
    expect(await call(aisyah, contactExtras.get, { id: kept.id })).toMatchObject({ jobTitle: null, status: "active" });
    expect(await call(aisyah, contactExtras.get, { id: gone.id })).toMatchObject({ status: "active" });
    expect((await user()).starred).toEqual(expect.arrayContaining([gone.id]));
    expect((await user()).starred).not.toContain(kept.id);
    expect(await call(aisyah, contactExtras.touches, { id: gone.id })).toHaveLength(1);
    const { events } = await call(aisyah, contactExtras.activity, { id: kept.id, limit: 2 });
    expect(events.map(({ action }) => action)).toEqual(["undoMerge", "merge"]);
  });

  test("are not merged if one was changed meanwhile, nor with themselves", async () => {
    const { kept, gone } = await pair();
    await call(omar, contactExtras.update, { id: gone.id, version: gone.version, notes: "Changed" });
    const versions = { keptVersion: kept.version, goneVersion: gone.version };
    const merge = { keptId: kept.id, goneId: gone.id, ...versions, values: valuesOf(kept) };
    expect((await refusalOf(call(aisyah, contactExtras.merge, merge))).code).toBe("version_conflict");
    expect(await call(aisyah, contactExtras.get, { id: kept.id })).toMatchObject({ version: kept.version });
    const self = { ...merge, goneId: kept.id };
    expect((await refusalOf(call(aisyah, contactExtras.merge, self))).code).toBe("same_contact");
  });

  test("that were deleted come back with their stars", async () => {
    const { id } = await add({ name: "Deleted" });
    await call(aisyah, contactExtras.star, { ids: [id], isOn: true });
    await call(omar, contactExtras.setStatus, { ids: [id], to: "archived" });
    expect((await user()).starred).not.toContain(id);
    await call(omar, contactExtras.setStatus, { ids: [id], to: "active" });
    expect((await user()).starred).toContain(id);
  });
});

describe("an import", () => {
  const rowsCount = process.env["TEST_DATABASE"] === "pglite" ? 1000 : 10_000;

  async function upload(text: string) {
    const file = { resource: "contacts", fileName: "phone.csv", encoding: "utf-8", language: "en" } as const;
    const { id, columns } = await call(aisyah, imports.upload, { ...file, importId: newId(), text });
    const mapping = columns.map(({ field }) => field);
    await call(aisyah, imports.check, { importId: id, mapping, choices: {}, language: "en" });
    await app.runJobs();
    return id;
  }
  const read = (importId: string) => call(aisyah, imports.read, { importId, language: "en" });

  test(`of ${rowsCount} contacts explains every bad row, warns of likely duplicates and fills known contacts`, async () => {
    await add({ name: "Known", email: "known@mail.example", phone: "+44 1632 960161" });
    const good = Array.from({ length: rowsCount - 6 }, (_, place) => `Person,${place},p${place}@mail.example,,`);
    const special = [
      "Known,,KNOWN@mail.example,,1990-01-02",
      "Someone,Else,,01632 960161,",
      ",No name,x@mail.example,,",
      "Bad,Address,not an address,,",
      "Bad,Day,day@mail.example,,31.02.1990",
      "Person,again,p1@mail.example,,",
    ];
    const header = "Given Name,Family Name,E-mail 1 - Value,Phone 1 - Value,Birthday";
    const id = await upload([header, ...good, ...special].join("\r\n"));
    const { report } = await read(id);
    expect(report).toMatchObject({ newCount: rowsCount - 5, updateCount: 1, badCount: 4, problemCount: 4 });
    expect(report!.notes).toMatchObject([{ field: "name", count: 1, sentence: expect.stringContaining("Known") }]);
    const problems = await call(aisyah, imports.problems, { importId: id, skip: 0, limit: 10, language: "en" });
    expect(problems.map(({ code }) => code)).toEqual(["required", "email", "invalid", "same_as_row"]);
    for (const { sentence } of problems) expect(sentence).not.toBe("");

    await call(aisyah, imports.commit, { importId: id, mode: "good_rows", language: "en" });
    await app.runJobs();
    expect(await read(id)).toMatchObject({ state: "imported" });
    const [filled] = (
      await call(aisyah, contactExtras.list, { sort: "name", limit: 25, count: "none", search: "known" })
    ).rows;
    expect(filled).toMatchObject({ birthday: "1990-01-02", phone: "+44 1632 960161" });
    const { total } = await call(aisyah, contactExtras.list, {
      sort: "name",
      limit: 25,
      count: "exact",
      search: "person",
    });
    expect(total!.count).toBeGreaterThanOrEqual(rowsCount - 6);
  });

  test("needs the right to import", async () => {
    const input = { resource: "contacts", language: "en" } as const;
    expect((await refusalOf(call(omar, imports.describe, input))).code).toBe("permission_denied");
  });
});
