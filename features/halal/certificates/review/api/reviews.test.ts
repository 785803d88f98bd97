import { eq } from "drizzle-orm";
import { afterAll, describe, expect, inject, test } from "vitest";
import { at, certificateFactory, codeOf, line, refusalOf } from "#api/testing/certificateFactory.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId } from "#api/testing/testApi.ts";
import { certificatesTable } from "#features/halal/certificates/api/tables.ts";
import { certificateLinks } from "#features/halal/certificates/scope/contract/productLinks.ts";
import { certificateNotes } from "#features/halal/certificates/record/contract/notes.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { call, download } from "#web/call.ts";

const {
  app,
  brandsTeam,
  reviewer,
  writerRights,
  ids,
  productIds,
  complete,
  create,
  get,
  show,
  ready,
  submit,
  verify,
  verified,
  take,
  actionsOf,
} = await certificateFactory();
afterAll(() => app.close());

describe("a draft", () => {
  test("contains what its document says, and lists what is missing before it can be submitted", async () => {
    const draft = await create({
      certificateNo: "odd 1",
      holderName: "Bustan Nour LLC",
      sites: [{ id: newId(), name: "Unit 7", address: null, country: "AE", locationId: null, isHeadquarters: true }],
    });
    expect(draft).toMatchObject({
      state: "draft",
      effectiveState: "draft",
      revision: 1,
      hasOtherName: true,
      hasOddNumber: true,
      holder: { id: ids.brand, name: "Bustan Nour" },
      standards: [{ code: "GSO 2055-1", edition: "2015" }],
      sites: [{ name: "Unit 7" }],
      registryLink: "https://registry.example.org/?no=odd%201",
      renewalWindow: { opensOn: "2026-09-07", closesOn: "2026-12-06" },
      steps: [{ verb: "submit", blockers: ["document_missing", "lines_missing"] }],
    });
    expect(draft.code).toMatch(/^CERT-\d{6}$/);
    expect(draft.endsAt).toBe("2027-03-06T20:00:00.000Z");
    const refusal = await refusalOf(submit(draft));
    expect(refusal).toMatchObject({
      code: "step_blocked",
      details: { blockers: ["document_missing", "lines_missing"] },
    });
  });

  test("is created once, collects edits in a version, and can be deleted", async () => {
    const input = complete();
    const first = await call(brandsTeam, certificates.create, input);
    expect(await call(brandsTeam, certificates.create, input)).toEqual(first);
    expect(await codeOf(call(brandsTeam, certificates.create, { ...input, holderName: "Else" }))).toBe("id_taken");
    const edited = await call(brandsTeam, certificates.update, { ...at(first), expiresOn: null, standardIds: [] });
    expect(edited).toMatchObject({ version: 2, expiresOn: null, standardIds: [] });
    expect((await refusalOf(call(brandsTeam, certificates.update, { ...at(first), notes: "Late" }))).code).toBe(
      "version_conflict",
    );
    const wrong = await refusalOf(
      call(brandsTeam, certificates.update, {
        ...at(edited),
        validFrom: "2026-01-01",
        evidenceLevel: "registry_verified",
      }),
    );
    expect(wrong.errors.map(({ path, code }) => [path, code])).toEqual([
      ["validFrom", "before_issue"],
      ["evidenceLevel", "registry_needs_check"],
    ]);
    await call(brandsTeam, certificates.remove, at(edited));
    expect(await codeOf(get(first.id))).toBe("not_found");
  });

  test("can be created for one's own brand only, and another brand's isn't found", async () => {
    expect(await codeOf(create({ holderBrandId: ids.otherBrand }))).toBe("invalid_input");
    const foreign = await create({ holderBrandId: ids.otherBrand }, reviewer.transport);
    expect(await codeOf(get(foreign.id, brandsTeam))).toBe("not_found");
    const holders = await call(brandsTeam, certificates.findHolders, { type: "brand" });
    expect(holders.rows.map(({ id }) => id)).toEqual([ids.brand]);
    expect(await codeOf(call(brandsTeam, certificates.create, { ...complete(), bodyId: newId() }))).toBe(
      "invalid_input",
    );
  });

  test("names locations of its holder and of its branches, and shows them to users who may read them", async () => {
    const { shops, places } = await openShops();
    const plain = { name: "Shop", address: null, country: "GB", isHeadquarters: false };
    const site = (locationId: string) => ({ ...plain, id: newId(), locationId });
    const writes = ["certificates.read", "certificates.create", "certificates.update"];
    const scopes = [shops.chain, shops.other].map((target) => ({ kind: "retailer" as const, target }));
    const { transport: desk } = await app.signIn("Desk", writes);
    const { transport: shopsDesk } = await app.signIn("Shops' desk", [...writes, "retailers.read@scope"], scopes);
    const premise = { kind: "premise", holderBrandId: null } as const;
    const held = { ...premise, holderType: "retailer", holderRetailerId: shops.chain } as const;
    const wrong = async (fields: object, who = shopsDesk) => (await refusalOf(create(fields, who))).errors[0]?.code;

    const input = { ...complete(), ...held, sites: [site(places.branch), site(places.chain)] };
    const made = await call(shopsDesk, certificates.create, input);
    expect(made.places).toEqual([
      { locationId: places.branch, name: "Below", retailerId: shops.branch, retailerName: "Branch" },
      { locationId: places.chain, name: "Main", retailerId: shops.chain, retailerName: "Chain" },
    ]);
    // A repeated request returns the same, whatever the order of the sites.
    expect(await call(shopsDesk, certificates.create, { ...input, sites: input.sites.toReversed() })).toEqual(made);
    // A user who can't read retailers may edit existing sites, and can't add locations.
    const kept = made.sites.map((each) => ({ ...each, address: "Unit 1" }));
    const edited = await call(desk, certificates.update, { ...at(made), sites: kept });
    expect(edited).toMatchObject({ version: 2, places: [], sites: [{ address: "Unit 1" }, { address: "Unit 1" }] });
    expect(await wrong({ ...held, sites: [site(places.chain)] }, desk)).toBe("choice_gone");
    expect(await wrong({ ...held, sites: [site(places.other)] })).toBe("foreign_place");
    const external = { ...premise, holderType: "external", sites: [site(places.other)] } as const;
    expect((await create(external, shopsDesk)).places).toMatchObject([{ retailerName: "Other" }]);
    expect(await wrong({ ...external, kind: "product" })).toBe("place_without_shop");
  });

  /** A chain with a branch below it, and another retailer, each with a location. */
  async function openShops() {
    const { type, retailer, location } = market(app.db);
    const of = { retailer_type_id: await type() };
    const chain = await retailer({ ...of, trading_name: "Chain" });
    const branch = await retailer({ ...of, trading_name: "Branch", parent_id: chain });
    const other = await retailer({ ...of, trading_name: "Other" });
    const places = {
      chain: await location({ retailer_id: chain, name: "Main" }),
      branch: await location({ retailer_id: branch, name: "Below" }),
      other: await location({ retailer_id: other, name: "Elsewhere" }),
    };
    return { shops: { chain, branch, other }, places };
  }

  test("lists every other certificate with the same file", async () => {
    const [one, two] = [await show(await create(), "twice"), await show(await create(), "twice")];
    expect(two.documents[0]!.alsoOn).toContainEqual({ id: one.id, code: one.code });
    expect((await get(one.id)).documents[0]!.alsoOn).toContainEqual({ id: two.id, code: two.code });
  });

  test("stores the language of a document, and logs its change separately", async () => {
    const one = await show(await create(), "in English");
    const fileId = one.documents[0]!.file.id;
    const say = (certificate: Certificate, language: string | null) =>
      call(brandsTeam, certificates.setDocuments, {
        ...at(certificate),
        documents: [{ fileId, kind: "certificate", language }],
      });
    const other = await say(one, "ar");
    expect(other).toMatchObject({ version: one.version + 1, documents: [{ language: "ar" }] });
    expect(await say(other, "ar")).toMatchObject({ version: other.version });
    const unsaid = await say(other, null);
    expect(unsaid).toMatchObject({ version: other.version + 1, documents: [{ language: null }] });
    const { events } = await call(brandsTeam, certificates.activity, { id: one.id, limit: 2 });
    const said = (language: string) => [expect.stringMatching(`certificate${language}\\)$`)];
    expect(events.map(({ changes }) => changes["documents"])).toEqual([
      { before: said(", ar"), after: said("") },
      { before: said(", en"), after: said(", ar") },
    ]);
  });
});

describe("notes", () => {
  test("are stored once, in any state and by users who may change the certificate, and can't be removed", async () => {
    const standing = await verified();
    const { transport: support } = await app.signIn("Support", ["certificates.read"]);
    const { transport: others } = await app.signIn("Another brand's", writerRights, [
      { kind: "brand", target: ids.otherBrand },
    ]);
    const note = { id: standing.id, noteId: newId(), text: "Rang the body.\nThey confirm it." };
    await call(reviewer.transport, certificateNotes.add, note);
    expect(await call(reviewer.transport, certificateNotes.add, note)).toEqual({
      rows: [{ id: note.noteId, text: note.text, createdAt: app.clock.now, createdByName: "Reviewer" }],
    });
    expect((await call(support, certificateNotes.list, { id: standing.id })).rows).toHaveLength(1);
    expect(await codeOf(call(support, certificateNotes.add, { ...note, noteId: newId() }))).toBe("permission_denied");
    expect(await codeOf(call(others, certificateNotes.list, { id: standing.id }))).toBe("not_found");
    expect(await codeOf(call(others, certificateNotes.add, { ...note, noteId: newId() }))).toBe("not_found");
    expect((await actionsOf(standing.id)).filter((action) => action === "note")).toHaveLength(1);
    // The certificate itself has not changed.
    expect((await get(standing.id)).version).toBe(standing.version);
  });
});

describe("the scope", () => {
  test("is matched by GTIN, then by name in any script, and lines without a match stay", async () => {
    const lines = [line("Tamr", "09521000000018"), line("سمن خالص"), line("Date syrup, 400g"), line("Printer paper")];
    const listed = await call(brandsTeam, certificates.addLines, { ...at(await create()), lines });
    const { rows } = await call(brandsTeam, certificates.findMatches, { id: listed.id });
    const best = rows.map(({ matches: [first] }) => first && [first.product.id, first.by]);
    expect(best).toEqual([
      [productIds.dates, "gtin"],
      [productIds.ghee, "name"],
      [productIds.syrup, "name"],
      undefined,
    ]);
    const links = rows.flatMap(({ lineId, matches: [first] }) =>
      first ? [{ lineId, productId: first.product.id }] : [],
    );
    const linked = await call(brandsTeam, certificates.linkLines, { ...at(listed), links });
    expect(linked.lineCounts).toEqual({ listed: 4, matched: 3, removed: 0 });
    // The same list again changes nothing; a product can be on one line only.
    expect(await call(brandsTeam, certificates.addLines, { ...at(linked), lines })).toEqual(linked);
    const again = [{ lineId: lines[3]!.id, productId: productIds.dates }];
    expect(await codeOf(call(brandsTeam, certificates.linkLines, { ...at(linked), links: again }))).toBe(
      "product_twice",
    );
    const shorter = await call(brandsTeam, certificates.removeLines, { ...at(linked), lineIds: [lines[3]!.id] });
    expect(shorter.lineCounts.listed).toBe(3);
  });
});

describe("many products", () => {
  test("become lines of a draft as previewed, without those already on it and those of another brand", async () => {
    const product = market(app.db).product;
    const foreign = await product({ brand_id: ids.otherBrand, name: "Foreign", status: "draft" });
    const listed = await call(brandsTeam, certificates.addLines, {
      ...at(await create()),
      lines: [line("Dates of the paper", "09521000000018"), line("Ghee of the paper")],
    });
    const [, ghee] = (await call(brandsTeam, certificates.listLines, { id: listed.id })).rows;
    const links = [{ lineId: ghee!.id, productId: productIds.ghee }];
    const draft = await call(brandsTeam, certificates.linkLines, { ...at(listed), links });
    const selected = [...Object.values(productIds), foreign];
    const wanted = { certificateId: draft.id, selection: { ids: selected } };
    const preview = await call(reviewer.transport, certificateLinks.preview, wanted);
    expect(preview).toMatchObject({
      matched: 4,
      changing: 2,
      leftOut: expect.arrayContaining([
        expect.objectContaining({ code: "on_certificate", count: 1 }),
        expect.objectContaining({ code: "foreign_brand", count: 1 }),
      ]),
    });
    // Selecting all products means all in the caller's scope, here those of one brand.
    const all = { certificateId: draft.id, selection: { filter: {} } };
    const own = await call(brandsTeam, certificateLinks.preview, all);
    expect(own).toMatchObject({ changing: 2, leftOut: [{ code: "on_certificate", count: 1 }] });

    const { fingerprint } = own;
    expect(await call(brandsTeam, certificateLinks.apply, { ...all, fingerprint })).toMatchObject({ changed: 2 });
    expect(await codeOf(call(brandsTeam, certificateLinks.apply, { ...all, fingerprint }))).toBe("preview_stale");
    const { rows } = await call(brandsTeam, certificates.listLines, { id: draft.id });
    // The unmatched line with the product's number is linked; the other product gets a new line.
    expect(rows.map(({ name, gtin, product: matched }) => [name, gtin, matched?.id])).toEqual([
      ["Dates of the paper", "09521000000018", productIds.dates],
      ["Ghee of the paper", null, productIds.ghee],
      ["Date Syrup 400 g", null, productIds.syrup],
    ]);
    expect((await actionsOf(draft.id)).filter((action) => action === "linkProducts")).toHaveLength(1);
    const submitted = await submit(await ready());
    expect(
      await codeOf(call(reviewer.transport, certificateLinks.preview, { ...wanted, certificateId: submitted.id })),
    ).toBe("not_editable");
    const { transport: others } = await app.signIn("Third brand's", writerRights, [
      { kind: "brand", target: ids.otherBrand },
    ]);
    expect(await codeOf(call(others, certificateLinks.preview, wanted))).toBe("not_found");
  });
});

describe("a review", () => {
  test("goes back and forth, ends with a second person, and the table's constraint refuses a single one", async () => {
    const submitted = await submit(await ready());
    expect(await codeOf(call(brandsTeam, certificates.update, { ...at(submitted), holderName: "Late" }))).toBe(
      "not_editable",
    );
    const back = await call(reviewer.transport, certificates.requestChanges, {
      ...at(submitted),
      reason: "Page 2 is missing",
    });
    expect(back).toMatchObject({ state: "changes_requested", stateReason: "Page 2 is missing" });
    const again = await submit(back);
    expect(
      await codeOf(
        call(brandsTeam, certificates.verify, { ...at(again), method: "document", evidenceLevel: "document_only" }),
      ),
    ).toBe("permission_denied");
    const done = await verify(again);
    expect(done).toMatchObject({
      state: "verified",
      effectiveState: "expiring",
      daysLeft: 106,
      evidenceLevel: "document_only",
      verifiedBy: { name: "Reviewer" },
      nextCheckDueOn: "2026-12-19",
    });
    expect(done.verifiedSha256).toMatch(/^[\da-f]{64}$/);
    expect(await actionsOf(done.id)).toEqual(
      expect.arrayContaining(["verify", "submit", "requestChanges", "setDocuments", "matchLines", "create"]),
    );
    const own = await submitOwn();
    expect(own.steps[0]).toEqual({ verb: "verify", blockers: ["second_person"] });
    expect((await refusalOf(verify(own))).details).toMatchObject({ blockers: ["second_person"] });
    const forced = app.db
      .update(certificatesTable)
      .set({ state: "verified", verifiedAt: app.clock.now, verifiedBy: reviewer.actor.userId })
      .where(eq(certificatesTable.id, own.id));
    await expect(forced).rejects.toMatchObject({ cause: { constraint: "certificates__verification" } });
  });

  async function submitOwn(): Promise<Certificate> {
    const draft = await show(
      await create({ kind: "premise", holderType: "external", holderBrandId: null }, reviewer.transport),
      "of their own",
      reviewer.transport,
    );
    return call(reviewer.transport, certificates.submit, at(draft));
  }

  test("is listed in the queue of the assigned reviewer", async () => {
    const submitted = await submit(await ready());
    const inQueue = async () => {
      const queue = await call(reviewer.transport, certificates.readQueue, {});
      return (["mine", "nobodys", "others"] as const).find((part) => queue[part].some(({ id }) => id === submitted.id));
    };
    expect(await inQueue()).toBe("nobodys");
    const input = { selection: { ids: [submitted.id] }, reviewerId: reviewer.actor.userId };
    const { fingerprint } = await call(reviewer.transport, certificates.previewAssignment, input);
    expect(await call(reviewer.transport, certificates.applyAssignment, { ...input, fingerprint })).toEqual({
      changed: 1,
      leftOut: 0,
    });
    expect(await inQueue()).toBe("mine");
    expect(
      await codeOf(call(reviewer.transport, certificates.previewAssignment, { ...input, reviewerId: newId() })),
    ).toBe("reviewer_unknown");
  });

  test.runIf(inject("testDatabase").engine === "postgres")("is verified once by ten parallel requests", async () => {
    const submitted = await submit(await ready());
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => codeOf(verify(submitted))));
    expect(outcomes.toSorted()).toEqual(["done", ...Array.from({ length: 9 }, () => "version_conflict")]);
  });
});

describe("lists and public pages", () => {
  test("find by number, holder, code, body, days and product, within the caller's scope", async () => {
    const mine = await verified({ certificateNo: "DEMO-FIND/77", expiresOn: "2026-11-29" });
    const find = (filter: object, who = brandsTeam) =>
      call(who, certificates.list, { sort: "updatedAt", limit: 100, count: "none", ...filter } as never).then(
        ({ rows }) => rows.map(({ id }) => id),
      );
    for (const filter of [
      { search: "demofind77" },
      { search: mine.code },
      { expiringWithin: ["14"] },
      { expiresFrom: "2026-11-29", expiresTo: "2026-11-29" },
      { productId: [productIds.dates], brandId: [ids.brand] },
      { bodyId: [ids.body], kind: ["product"], country: ["AE"] },
    ])
      expect(await find(filter)).toContain(mine.id);
    expect(await find({ expiringWithin: ["7"] })).not.toContain(mine.id);
    expect(await find({ expiresTo: "2026-11-28" })).not.toContain(mine.id);
    const outsider = (await app.signIn("Stranger", writerRights, [{ kind: "brand", target: newId() }])).transport;
    expect(await find({}, outsider)).toEqual([]);
    const { days } = await call(brandsTeam, certificates.readCalendar, { from: "2026-11-01", to: "2026-11-30" });
    expect(days.find(({ day }) => day === "2026-11-29")!.entries[0]).toMatchObject({ id: mine.id, body: "WHA" });
    const csv = await download(brandsTeam, certificates.exportCsv, {
      sort: "code",
      limit: 25,
      count: "none",
      search: "demofind77",
    });
    expect(await csv.text()).toContain("Medjool Dates 1 kg (09521000000018)|Ghee");
  });

  test("show the public every verified certificate, and nothing about others", async () => {
    const standing = await verified({ notes: "Between us" });
    const reported = await call(app.anonymous, certificates.readPublic, { code: standing.code.toLowerCase() });
    expect(reported).toMatchObject({
      code: standing.code,
      effectiveState: "expiring",
      evidenceLevel: "document_only",
      products: [{ name: "Medjool Dates 1 kg" }, { name: "Ghee" }],
      verifiedOn: "2026-11-20",
    });
    expect(JSON.stringify(reported)).not.toMatch(/Between us|Reviewer|holderBrandId/);
    const suspended = await take(standing, "suspend");
    expect(await call(app.anonymous, certificates.readPublic, { code: suspended.code })).toMatchObject({
      effectiveState: "suspended",
    });
    const draft = await create();
    for (const code of [draft.code, "CERT-999999", "nothing"])
      expect(await codeOf(call(app.anonymous, certificates.readPublic, { code }))).toBe("not_found");
  });
});
