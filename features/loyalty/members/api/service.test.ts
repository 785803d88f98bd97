import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { minuteMs } from "#base/time.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { membersFeature } from "#features/loyalty/members/api/routes.ts";
import { type Member, members } from "#features/loyalty/members/contract.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let staff: Transport;
let till: Transport;
const rightsOfKeys = ["find", "create", "update", "close", "merge", "erase"].map((action) => `members.${action}`);
const rightsOfStaff = ["read", "export", "freeze", "readPersonal", ...rightsOfKeys.map((each) => each.slice(8))];
beforeAll(async () => {
  app = await testApi([membersFeature([])]);
  staff = (
    await app.signIn(
      "Huda",
      rightsOfStaff.map((action) => `members.${action}`),
    )
  ).transport;
  till = await keyOf("Till");
});
afterAll(() => app.close());

async function keyOf(name: string): Promise<Transport> {
  const { actor, transport } = await app.signIn(name, rightsOfKeys);
  Object.assign(actor, { kind: "apiKey" });
  return transport;
}

/** The till's transport with an `Idempotency-Key`. */
const tillWithKey =
  (key: string): Transport =>
  (request) => {
    const headers = new Headers(request.headers);
    headers.set("Idempotency-Key", key);
    return till(new Request(request, { headers }));
  };

let made = 0;
/** The contacts of a person whom no other test knows. */
const newContacts = () => {
  const number = String(10_000 + ++made);
  return { memberNumber: `A${number}`, email: `person${number}@example.com`, phone: `+4420794${number}` };
};
const add = (values: Omit<Input<typeof members.create>, "id"> = newContacts(), by = till): Promise<Member> =>
  call(by, members.create, { id: newId(), ...values });
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const errorsOf = async (work: Promise<unknown>) =>
  (await refusalOf(work)).errors.map(({ path, code }) => `${path} ${code}`);

describe("a member", () => {
  test("is shown with masked contacts, and stored without readable ones", async () => {
    const added = await add({
      memberNumber: "4711-0815",
      email: "Huda.Karim@Example.com",
      phone: "+44 (0)20 7946 0123",
      displayName: "Huda Karim",
    });
    const masked = { memberNumber: "•••• 0815", email: "H•••@example.com", phone: "+44 ••• ••• 123" };
    expect(added).toMatchObject({ ...masked, displayName: "Huda Karim", language: "en", status: "active", version: 1 });
    expect(await call(staff, members.get, { id: added.id })).toMatchObject(masked);
    const [row] = await rowsOf<{ text: string }>(
      app.db,
      sql`select to_jsonb(its)::text as text from members as its where id = ${added.id}`,
    );
    const log = await rowsOf<{ text: string }>(app.db, sql`select changes::text as text from audit_log`);
    for (const secret of ["47110815", "Huda.Karim", "2079460123"])
      expect(row!.text + log.map(({ text }) => text).join("")).not.toContain(secret);
    expect(log.map(({ text }) => text).join("")).not.toContain("Huda");
  });

  test("is found by each contact, however it is written", async () => {
    const { id } = await add({ memberNumber: "AB 12-34", email: "Zoe@Example.com", phone: "+971 50 123 4567" });
    for (const given of [
      { id },
      { memberNumber: "ab1234" },
      { memberNumber: "AB ١٢٣٤" },
      { email: "zoe@example.COM" },
      { phone: "+971-50-123-4567" },
    ])
      expect((await call(till, members.find, given)).id).toBe(id);
  });

  test("is created once, however often the call is sent", async () => {
    const input = { id: newId(), ...newContacts(), country: "GB" };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => call(till, members.create, input)));
    expect(others).toEqual([first, first]);
    expect(await codeOf(call(till, members.create, { ...input, ...newContacts() }))).toBe("member_id_taken");
  });

  test("needs a contact, and contacts in full", async () => {
    expect(await errorsOf(add({ displayName: "Nobody" }))).toEqual(["memberNumber contact_needed"]);
    expect(await errorsOf(add({ email: "h•••@example.com" }))).toEqual(["email email"]);
    expect(await errorsOf(add({ phone: "12345" }))).toEqual(["phone phone"]);
    expect(await errorsOf(add({ memberNumber: "!" }))).toEqual(["memberNumber member_number"]);
    expect(await errorsOf(add({ ...newContacts(), certifierIds: [newId()] }))).toEqual([
      "certifierIds certifier_unknown",
    ]);
    expect(await errorsOf(call(till, members.find, { ...newContacts() }))).toEqual([" one_contact"]);
  });

  test("shares no contact with another, also when both are created at once", async () => {
    const { email } = newContacts();
    const created = await Promise.allSettled([1, 2, 3, 4].map(() => add({ email })));
    expect(created.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await errorsOf(add({ email: email.toUpperCase() }))).toEqual(["email duplicate_member"]);
  });
});

describe("an update", () => {
  test("replaces a contact, whose old value is free again", async () => {
    const old = newContacts();
    const { email } = newContacts();
    const { id, version } = await add(old);
    const updated = await call(till, members.update, { id, version, email, displayName: "New" });
    expect(updated).toMatchObject({ version: 2, displayName: "New" });
    expect((await call(till, members.find, { email })).id).toBe(id);
    expect((await add({ email: old.email })).id).not.toBe(id);
  });

  test("with the contacts as they are shown, or as they were sent, changes nothing", async () => {
    const sent = newContacts();
    const { id, version, memberNumber, email, phone } = await add(sent);
    expect(await call(till, members.update, { id, version, memberNumber, email, phone })).toMatchObject({ version });
    expect(await call(till, members.update, { id, version, ...sent })).toMatchObject({ version });
    expect(await errorsOf(call(till, members.update, { id, version, email: "x•••@example.com" }))).toEqual([
      "email email",
    ]);
    const none = { memberNumber: null, email: null, phone: null };
    expect(await errorsOf(call(till, members.update, { id, version, ...none }))).toEqual([
      "memberNumber contact_needed",
    ]);
  });
});

describe("staff", () => {
  test("search by a name, or by a contact in full and never by a part of it", async () => {
    const { memberNumber, email, phone } = newContacts();
    const { id } = await add({ memberNumber, email, phone, displayName: "Wadha Alsubaie" });
    const found = async (search: string) =>
      (await call(staff, members.list, { search, sort: "createdAt", limit: 25, count: "exact" })).rows.map(
        (row) => row.id,
      );
    for (const search of [
      "wadha",
      memberNumber.toLowerCase(),
      email.toUpperCase(),
      phone,
      phone.replace("+44", "+44 (0)"),
    ])
      expect(await found(search), search).toEqual([id]);
    for (const search of [email.slice(1), phone.slice(0, -1), memberNumber.slice(0, -1)])
      expect(await found(search), search).toEqual([]);
  });

  test("export masked contacts only", async () => {
    const { email, phone } = newContacts();
    await add({ email, phone, displayName: "Exported" });
    const text = await (
      await download(staff, members.exportCsv, { sort: "createdAt", limit: 25, count: "none" })
    ).text();
    expect(text).toContain("p•••@example.com");
    expect(text).not.toContain(email);
    expect(text).not.toContain(phone);
  });

  test("freeze and unfreeze with a reason, and nobody can close a frozen member", async () => {
    const { id, version } = await add();
    const change = (to: Member["status"], at: number, reason?: string) =>
      call(staff, members.changeStatus, { id, version: at, to, reason });
    expect(await errorsOf(change("frozen", version))).toEqual(["reason reason_required"]);
    expect(await change("frozen", version, "Suspicious receipts")).toMatchObject({
      status: "frozen",
      statusReason: "Suspicious receipts",
    });
    expect(await codeOf(call(till, members.close, { id, version: 2 }))).toBe("invalid_transition");
    for (const to of ["closed", "erased"] as const)
      expect(await codeOf(change(to, 2, "No"))).toBe("invalid_transition");
    expect(await change("active", 2, "Receipts are real")).toMatchObject({ status: "active", version: 3 });
    expect(await call(till, members.close, { id, version: 3 })).toMatchObject({ status: "closed", version: 4 });
    expect((await call(till, members.find, { id })).status).toBe("closed");
    expect(await change("active", 4, "Came back")).toMatchObject({ status: "active" });
    const { events } = await call(staff, members.activity, { id, limit: 10 });
    expect(events.map(({ action }) => action)).toEqual(["reopen", "close", "unfreeze", "freeze", "create"]);
  });

  test("read the full contacts with a permission of their own", async () => {
    const contacts = newContacts();
    const { id } = await add(contacts);
    expect(await call(staff, members.readPersonal, { id })).toEqual(contacts);
    const { transport: reader } = await app.signIn("Reader", ["members.read"]);
    expect(await codeOf(call(reader, members.readPersonal, { id }))).toBe("permission_denied");
    expect(await codeOf(call(till, members.readPersonal, { id }))).toBe("not_for_keys");
    expect(await codeOf(call(till, members.get, { id }))).toBe("not_for_keys");
  });
});

describe("a merge", () => {
  test("moves the contacts to the other member, who is answered for the old id", async () => {
    const [one, two, three] = [newContacts(), newContacts(), newContacts()];
    const absorbed = await add({ ...one, displayName: "Old Name", country: "GB" });
    const survivor = await add({ email: two.email });
    const last = await add(three);
    expect(await call(till, members.merge, { id: absorbed.id, version: 1, into: survivor.id })).toEqual({
      id: absorbed.id,
      version: 2,
      status: "closed",
      mergedInto: survivor.id,
    });
    for (const given of [{ id: absorbed.id }, { email: one.email }, { phone: one.phone }, { email: two.email }])
      expect((await call(till, members.find, given)).id).toBe(survivor.id);
    expect(await call(staff, members.get, { id: survivor.id })).toMatchObject({
      displayName: "Old Name",
      country: "GB",
      phone: `+44 ••• ••• ${one.phone.slice(-3)}`,
      email: "p•••@example.com",
    });
    expect(await call(staff, members.readPersonal, { id: survivor.id })).toEqual({ ...one, email: two.email });
    expect(await call(staff, members.get, { id: absorbed.id })).toMatchObject({
      status: "closed",
      displayName: null,
      email: null,
    });
    await call(till, members.merge, { id: survivor.id, version: 2, into: last.id });
    for (const id of [absorbed.id, survivor.id]) expect((await call(till, members.find, { id })).id).toBe(last.id);
    expect(await codeOf(call(till, members.update, { id: absorbed.id, version: 2, displayName: "X" }))).toBe(
      "member_merged",
    );
    const reopen = { id: absorbed.id, version: 2, to: "active", reason: "No" } as const;
    expect(await codeOf(call(staff, members.changeStatus, reopen))).toBe("member_merged");
  });

  test("is refused with oneself, and for a member who is frozen", async () => {
    const { id } = await add();
    const other = await add();
    expect(await codeOf(call(till, members.merge, { id, version: 1, into: id }))).toBe("same_member");
    await call(staff, members.changeStatus, { id: other.id, version: 1, to: "frozen", reason: "Fraud" });
    expect(await codeOf(call(till, members.merge, { id: other.id, version: 2, into: id }))).toBe("member_not_active");
    expect(await codeOf(call(till, members.merge, { id, version: 1, into: other.id }))).toBe("member_not_active");
  });

  test("in both directions at once happens in one", async () => {
    const [one, two] = [await add(), await add()];
    const merges = await Promise.allSettled([
      call(till, members.merge, { id: one.id, version: 1, into: two.id }),
      call(till, members.merge, { id: two.id, version: 1, into: one.id }),
    ]);
    expect(merges.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("an erasure", () => {
  test("needs a contact in full, and leaves the id alone", async () => {
    const contacts = newContacts();
    const other = newContacts();
    const { id } = await add({ ...contacts, displayName: "Wadha Unmistakable", country: "QA" });
    await add(other);
    const erase = (confirmation: string) => call(till, members.erase, { id, version: 1, confirmation });
    for (const typed of ["Wadha Unmistakable", other.email, "p•••@example.com"])
      expect(await errorsOf(erase(typed)), typed).toEqual(["confirmation confirmation_differs"]);
    expect(await erase(` ${contacts.email.toUpperCase()} `)).toMatchObject({ status: "erased", version: 2 });
    expect(await codeOf(erase(contacts.email))).toBe("version_conflict");
    for (const given of [{ id }, { email: contacts.email }, { phone: contacts.phone }])
      expect(await codeOf(call(till, members.find, given))).toBe("not_found");
    const empty = { memberNumber: null, email: null, phone: null, displayName: null, country: null, certifierIds: [] };
    expect(await call(staff, members.get, { id })).toMatchObject({ ...empty, status: "erased" });
    const history = JSON.stringify(await call(staff, members.activity, { id, limit: 10 }));
    expect(history).not.toContain("Wadha");
    expect(history).not.toContain(contacts.phone.slice(1));
    const keys = await rowsOf(app.db, sql`select 1 from member_keys where member_id = ${id}`);
    expect(keys).toEqual([]);
    expect((await add(contacts)).id).not.toBe(id);
  });
});

test("a merge and an erasure sent again with their Idempotency-Key get the stored answer, which has nothing personal", async () => {
  const contacts = newContacts();
  const { id } = await add({ ...contacts, displayName: "Wadha Unmistakable" });
  const absorbed = await add();
  const merge = { id: absorbed.id, version: 1, into: id };
  const merging = tillWithKey(newId());
  const merged = await call(merging, members.merge, merge);
  expect(await call(merging, members.merge, merge)).toEqual(merged);
  const erasing = tillWithKey(newId());
  const { version } = await call(till, members.find, { id });
  const erase = { id, version, confirmation: contacts.email };
  const erased = await call(erasing, members.erase, erase);
  expect(await call(erasing, members.erase, erase)).toEqual(erased);
  const stored = await rowsOf<{ text: string }>(app.db, sql`select its::text as text from idempotency_keys as its`);
  const text = JSON.stringify(stored);
  expect(text).toContain(id);
  expect(text).not.toMatch(/Unmistakable|person\d|•••/);
});

describe("a prober", () => {
  test("gets the same answer for an unknown contact, an unknown id and an erased member", async () => {
    const contacts = newContacts();
    const { id } = await add(contacts);
    await call(till, members.erase, { id, version: 1, confirmation: contacts.phone });
    const answers = await Promise.all(
      [{ id }, { id: newId() }, { email: contacts.email }, { phone: "+4420790000000" }].map((given) =>
        refusalOf(call(till, members.find, given)),
      ),
    );
    expect(new Set(answers.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
  });

  test("gets no answer after sixty misses in a minute, not even a right one, and other keys do", async () => {
    const contacts = newContacts();
    await add(contacts);
    const prober = await keyOf("Prober");
    for (let miss = 0; miss < 30; miss++) {
      await codeOf(call(prober, members.find, { phone: `+44207900${1000 + miss}` }));
      await codeOf(call(prober, members.create, { id: newId(), email: contacts.email }));
    }
    expect(await codeOf(call(prober, members.find, { email: contacts.email }))).toBe("lookups_too_fast");
    expect(await codeOf(add(newContacts(), prober))).toBe("lookups_too_fast");
    expect((await call(till, members.find, { email: contacts.email })).status).toBe("active");
    app.clock.advance(minuteMs);
    expect((await call(prober, members.find, { email: contacts.email })).status).toBe("active");
  });
});
