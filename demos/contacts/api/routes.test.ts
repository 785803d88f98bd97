import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedOnce } from "#api/seed.ts";
import { type TestApi, testApi } from "#api/testing/testApi.ts";
import { contactsFeature } from "#demos/contacts/api/routes.ts";
import type { Contact, ContactsUser } from "#demos/contacts/contract.ts";
import type { Transport } from "#web/call.ts";

// The calls of spec 001 as another program would make them: raw requests, and the keys and types of every answer
// (wire-shapes.md). Runs on both databases.

let app: TestApi;
let aisyah: Transport;
let omar: Transport;
beforeAll(async () => {
  app = await testApi([contactsFeature]);
  await seedOnce(app.api.systemContext(), [contactsFeature]);
  aisyah = (await app.signIn("Aisyah", [])).transport;
  omar = (await app.signIn("Omar", [])).transport;
});
afterAll(() => app.close());

const base = "https://mizan.test/api/contacts-app";
async function send(path: string, body?: object, who = aisyah, headers = {}) {
  const type = { "content-type": "application/json;charset=UTF-8", ...headers };
  const sent = body ? { method: "POST", headers: type, body: JSON.stringify(body) } : {};
  const response = await who(new Request(`${base}/${path}`, sent));
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}
const list = async (id = "all", who = aisyah) => (await send(`contacts?id=${id}`, undefined, who)).body as Contact[];
const user = async (who = aisyah) => (await send("user", undefined, who)).body as ContactsUser;
const post = async <Answer>(path: string, body: object, who = aisyah) => {
  const answer = await send(path, body, who);
  expect(answer.status).toBe(200);
  return answer.body as Answer;
};
const idNamed = async (name: string) => (await list()).find((contact) => contact.name === name)!.id;

const contactKeys = "address avatar birthday company email id jobTitle lastName name nickname notes phone";
const userKeys = "avatar frequentContacts groups id name starred";
const keysOf = (record: object) => Object.keys(record).sort().join(" ");

describe("the answers", () => {
  test("CON-1, CON-3: contacts have the twelve texts of the spec and no other key", async () => {
    for (const id of ["all", "frequent", "starred"]) {
      const found = await list(id);
      expect(found.length).toBeGreaterThan(0);
      for (const contact of found) {
        expect(keysOf(contact)).toBe(contactKeys);
        for (const value of Object.values(contact)) expect(value).toBeTypeOf("string");
      }
    }
  });

  test("CON-2, CON-4: the user has stars, frequent contacts and groups of the sample", async () => {
    const found = await user();
    expect(keysOf(found)).toBe(userKeys);
    expect(found.name).toBe("Aisyah");
    expect([found.starred.length, found.frequentContacts.length]).toEqual([7, 9]);
    expect(found.groups.map(({ name }) => name)).toEqual([
      "Retailers Leicester",
      "Brand managers",
      "Certifiers",
      "Press",
      "VIP",
    ]);
    for (const group of found.groups) expect(keysOf(group)).toBe("contactIds id name");
  });

  test("CON-13: the sample has 42 contacts, three of them in two groups, six with Arabic names, twenty with birthdays", async () => {
    const found = await list();
    expect(found).toHaveLength(42);
    expect(found.filter(({ name }) => /\p{Script=Arabic}/u.test(name))).toHaveLength(6);
    expect(found.filter(({ birthday }) => birthday !== "").length).toBeGreaterThanOrEqual(20);
    const grouped = (await user()).groups.flatMap(({ contactIds }) => contactIds);
    expect(grouped.length - new Set(grouped).size).toBe(3);
  });

  test("CON-3: a group is listed by its id, and an unknown list is all contacts", async () => {
    const [group] = (await user()).groups;
    expect((await list(group!.id)).map(({ id }) => id).sort()).toEqual([...group!.contactIds].sort());
    expect(await list("nothing-like-it")).toHaveLength(42);
  });
});

describe("a contact", () => {
  test("CON-5: is added with an id of the server as the last one, bare or wrapped", async () => {
    const count = (await list()).length;
    for (const body of [{ newContact: { id: "mine", name: "Wrapped" } }, { name: "Bare", unknown: 1, birthday: "" }]) {
      const all = await post<Contact[]>("add-contact", body);
      expect(all.at(-1)).toMatchObject({ lastName: "", birthday: "" });
      expect(all.at(-1)!.id).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await list()).slice(count).map(({ name }) => name)).toEqual(["Wrapped", "Bare"]);
  });

  test("CON-5: is refused with the name of the field, and nothing is stored", async () => {
    const count = (await list()).length;
    const wrong = [
      [{ newContact: { name: "" } }, "name"],
      [{ name: "X", email: "not an address" }, "email"],
      [{ newContact: { name: "X", birthday: "1990-02-31" } }, "newContact.birthday"],
    ] as const;
    for (const [body, path] of wrong) {
      const { status, body: refusal } = await send("add-contact", body);
      expect(status).toBe(422);
      expect(refusal).toMatchObject({ code: "invalid_input", errors: [{ path }] });
    }
    expect(await list()).toHaveLength(count);
  });

  test("CON-6: is replaced as a whole, and an unknown one changes nothing and says so", async () => {
    const id = await idNamed("Wrapped");
    const contact = { id, name: "Replaced", phone: "+44 1632 960199", birthday: "1990-05-06T00:00:00.000Z" };
    const all = await post<Contact[]>("update-contact", { contact });
    expect(all.find((each) => each.id === id)).toMatchObject({ ...contact, birthday: "1990-05-06", company: "" });
    const answer = await send("update-contact", { contact: { id: "5725a680b3249760ea21de52", name: "Nobody" } });
    expect([answer.status, answer.headers.get("x-record-missing")]).toEqual([200, "1"]);
    expect(answer.body).toEqual(all);
  });

  test("CON-6: with an old version is refused, and with the current one is answered with the next", async () => {
    const id = await idNamed("Replaced");
    const first = await send("update-contact", { id, name: "Replaced", notes: "1" });
    const etag = first.headers.get("etag")!;
    const second = await send("update-contact", { id, name: "Replaced", notes: "2" }, aisyah, { "if-match": etag });
    expect(second.status).toBe(200);
    const stale = await send("update-contact", { id, name: "Replaced", notes: "3" }, aisyah, { "if-match": etag });
    expect(stale.status).toBe(412);
  });

  test("CON-7, CON-8: is removed, alone or with others, and also from stars, frequent contacts and groups", async () => {
    const [bilal, safiya] = [await idNamed("Bilal"), await idNamed("Safiya")];
    await post("set-contacts-starred", { contactIds: [bilal, safiya] });
    const rest = await post<Contact[]>("remove-contact", { contactId: bilal });
    expect(rest.some(({ id }) => id === bilal)).toBe(false);
    const others = await post<Contact[]>("remove-contacts", { contactIds: [safiya, "unknown"] });
    expect(others).toHaveLength(rest.length - 1);
    const { starred, frequentContacts, groups } = await user();
    const left = [...starred, ...frequentContacts, ...groups.flatMap(({ contactIds }) => contactIds)];
    expect(left).not.toContain(bilal);
    expect(left).not.toContain(safiya);
    const again = await send("remove-contact", { contactId: bilal });
    expect([again.status, again.headers.get("x-record-missing")]).toEqual([200, "1"]);
  });
});

describe("stars", () => {
  test("CON-9, CON-10: are flipped, one or each of many", async () => {
    const [one, other] = [await idNamed("Tariq"), await idNamed("Hanim")];
    const starred = async (path: string, body: object) => (await post<ContactsUser>(path, body)).starred;
    expect(await starred("toggle-starred-contact", { contactId: one })).toContain(one);
    const flipped = await starred("toggle-starred-contacts", { contactIds: [one, other] });
    expect([flipped.includes(one), flipped.includes(other)]).toEqual([false, true]);
  });

  test("CON-11, CON-12: are set without doubles, and removed", async () => {
    const [one, other] = [await idNamed("Tariq"), await idNamed("Hanim")];
    const { starred } = await post<ContactsUser>("set-contacts-starred", { contactIds: [one, other, one, "unknown"] });
    expect(starred.filter((id) => id === one || id === other)).toHaveLength(2);
    const { starred: left } = await post<ContactsUser>("set-contacts-unstarred", { contactIds: [one, other] });
    expect(left.filter((id) => id === one || id === other)).toEqual([]);
  });

  test("CON-11: are each user's own, while contacts are shared", async () => {
    const one = await idNamed("Tariq");
    await post("set-contacts-starred", { contactIds: [one] });
    const before = (await user(omar)).starred;
    expect(before).not.toContain(one);
    expect(await list("all", omar)).toEqual(await list());
  });
});
