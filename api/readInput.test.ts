import { describe, expect, test } from "vitest";
import { bodyBytesMax } from "#base/contract.ts";
import { plainly, refused, send, sendJson } from "#api/testing/kernelFixture.ts";

describe("the input", () => {
  test("converts query texts to the types of the contract", async () => {
    const answer = await send("GET", "/api/shelves?limit=50&labels=a&isFull=true");
    expect(await answer?.json()).toEqual({ limit: 50, labels: ["a"], isFull: true });
    const several = await send("GET", "/api/shelves?labels=a&labels=b&isFull=false");
    expect(await several?.json()).toEqual({ limit: 25, labels: ["a", "b"], isFull: false });
  });

  test.each([
    ["?limit=26", "limit: invalid_value"],
    ["?limit=1e9", "limit: invalid_value"],
    ["?isFull=perhaps", "isFull: invalid_type"],
    ["?isFull=true&isFull=true", "isFull: invalid_type"],
  ])("refuses the query %s", async (query, error) => {
    expect(await refused(send("GET", `/api/shelves${query}`))).toEqual({
      status: 422,
      code: "invalid_input",
      errors: [error],
    });
  });

  test.each(["colour=red", "__proto__=x", "constructor=x", "toString=x"])(
    "with an unknown field in the query is refused: %s",
    async (query) => {
      const [name] = query.split("=");
      expect(await refused(send("GET", `/api/shelves?${query}`))).toEqual({
        status: 400,
        code: "unknown_field",
        errors: [`${name}: unknown_field`],
      });
    },
  );

  test.each([
    '{"label":"Dates","__proto__":{"isAdmin":true}}',
    '{"label":"Dates","constructor":{}}',
    '{"label":"Dates","role":"admin"}',
  ])("with an unknown field in the body is refused: %s", async (body) => {
    const name = Object.keys(JSON.parse(body) as object)[1];
    expect(await refused(sendJson("POST", "/api/shelves", body))).toMatchObject({
      code: "unknown_field",
      errors: [`${name}: unknown_field`],
    });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test("with an unknown field inside an object is refused with the field's path", async () => {
    const answer = sendJson("POST", "/api/shelves", { label: "Dates", place: { aisle: 3, row: 4 } });
    expect(await refused(answer)).toMatchObject({ status: 400, errors: ["place.row: unknown_field"] });
  });

  test("with several errors is refused with path and code of each", async () => {
    const answer = sendJson("POST", "/api/shelves", { label: "D", place: { aisle: "3" }, names: { AR: "x", ar: "" } });
    expect(await refused(answer)).toEqual({
      status: 422,
      code: "invalid_input",
      errors: ["label: too_small", "place.aisle: invalid_type", "names.AR: invalid_key", "names.ar: too_small"],
    });
    expect(await refused(sendJson("POST", "/api/shelves", {}))).toMatchObject({ errors: ["label: required"] });
  });

  test.each(["{", "", "nul", '{"label":"Dates"}}'])("with a body that is not JSON is refused: %j", async (body) => {
    const expected = body === "" ? { status: 422, code: "invalid_input" } : { status: 400, code: "malformed_json" };
    expect(await refused(sendJson("POST", "/api/shelves", body))).toMatchObject(expected);
  });

  test.each(["[]", "null", '"Dates"', "7"])("with a body that is not an object is refused: %s", async (body) => {
    expect(await refused(sendJson("POST", "/api/shelves", body))).toMatchObject({
      status: 422,
      errors: [": object_expected"],
    });
  });

  test("with bytes that are not UTF-8 is refused instead of stored with other characters", async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('{"label":"D'),
      0xe9,
      ...new TextEncoder().encode('s"}'),
    ]);
    const answer = send("POST", "/api/shelves", { body: bytes, headers: { "content-type": "application/json" } });
    expect(await refused(answer)).toEqual(plainly(400, "malformed_json"));
  });

  test.each(["text/plain", "application/jsonp"])("with a body of type %s is refused", async (type) => {
    const answer = send("POST", "/api/shelves", { body: '{"label":"Dates"}', headers: { "content-type": type } });
    expect(await refused(answer)).toEqual(plainly(415, "unsupported_body"));
  });

  describe("a form", () => {
    const label = new URLSearchParams({ label: "Dates" });
    const multipart = (fields: Record<string, string | Blob>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return form;
    };

    test.each([
      ["multipart", multipart({ label: "Dates" })],
      ["urlencoded", label],
    ])("is read like JSON: %s", async (_, body) => {
      const answer = await send("POST", "/api/shelves", { body });
      expect(await answer?.json()).toMatchObject({ label: "Dates" });
    });

    test("has the same schema and the same limit", async () => {
      const answer = send("POST", "/api/shelves", { body: new URLSearchParams({ label: "D", colour: "red" }) });
      expect(await refused(answer)).toMatchObject({ errors: ["label: too_small", "colour: unknown_field"] });
      const large = multipart({ label: "x".repeat(bodyBytesMax) });
      expect(await refused(send("POST", "/api/shelves", { body: large }))).toEqual(plainly(413, "body_too_large"));
    });

    test("converts texts to the types of the contract, and takes the version from its own place", async () => {
      const answer = await send("PATCH", "/api/shelves/s1", { body: label, headers: { "if-match": '"3"' } });
      expect(await answer?.json()).toMatchObject({ label: "Dates", version: 4 });
    });

    test("does not accept files", async () => {
      const body = multipart({ label: new Blob(["x"]) });
      expect(await refused(send("POST", "/api/shelves", { body }))).toMatchObject({ errors: ["label: unknown_field"] });
    });

    test.each([
      ["without its boundary", "multipart/form-data", "label=Dates"],
      ["that is no form", "multipart/form-data; boundary=x", "label=Dates"],
      ["in another encoding", "application/x-www-form-urlencoded", new Uint8Array([0x61, 0x3d, 0xe9])],
    ])("is refused %s", async (_, type, body) => {
      const answer = send("POST", "/api/shelves", { body, headers: { "content-type": type } });
      expect(await refused(answer)).toEqual(plainly(400, "malformed_form"));
    });

    test.each(["cross-site", "same-site"])("is refused from a page of another site: %s", async (site) => {
      const answer = send("POST", "/api/shelves", { body: label, headers: { "sec-fetch-site": site } });
      expect(await refused(answer)).toEqual(plainly(403, "form_from_elsewhere"));
    });
  });

  test("a delete is also answered as a POST to its alternate path", async () => {
    const ifMatch = { headers: { "if-match": '"3"' } };
    const answers = [send("DELETE", "/api/shelves/s1", ifMatch), send("POST", "/api/shelves/s1/delete", ifMatch)];
    for (const answer of answers) expect((await answer)?.status).toBe(200);
    expect(await refused(send("POST", "/api/shelves/s1/delete"))).toEqual(plainly(428, "version_required"));
  });

  test("refuses a compressed body", async () => {
    const answer = sendJson("POST", "/api/shelves", { label: "Dates" }, { headers: { "content-encoding": "gzip" } });
    expect(await refused(answer)).toEqual(plainly(415, "unsupported_body"));
  });

  test("accepts a body up to the limit and refuses one more byte, whatever its length header says", async () => {
    const padding = (bytes: number) => `{"label":"Dates"}${" ".repeat(bytes - 17)}`;
    expect((await sendJson("POST", "/api/shelves", padding(bodyBytesMax)))?.status).toBe(200);
    expect(await refused(sendJson("POST", "/api/shelves", padding(bodyBytesMax + 1)))).toEqual(
      plainly(413, "body_too_large"),
    );
    const unsized = new Blob([padding(bodyBytesMax + 1)]).stream();
    const answer = send("POST", "/api/shelves", { body: unsized, headers: { "content-type": "application/json" } });
    expect(await refused(answer)).toEqual(plainly(413, "body_too_large"));
  });

  test("accepts a text as the body and the rest in the query, with the operation's own limit", async () => {
    const answer = await send("POST", "/api/shelves/s1/note?isUrgent=true", { body: "تمر — dates" });
    expect(await answer?.json()).toEqual({ text: "تمر — dates", isUrgent: true });
    expect((await send("POST", "/api/shelves/s1/note", { body: "x".repeat(40) }))?.status).toBe(200);
    expect((await send("POST", "/api/shelves/s1/note", { body: "x".repeat(41) }))?.status).toBe(413);
  });

  test("accepts an id and a version only in their own places", async () => {
    const ifMatch = { headers: { "if-match": '"3"' } };
    const twice = sendJson("PATCH", "/api/shelves/s1", { id: "s2", label: "Figs" }, ifMatch);
    expect(await refused(twice)).toMatchObject({ status: 400, errors: ["id: unknown_field"] });
    const version = sendJson("PATCH", "/api/shelves/s1", { version: 9 }, ifMatch);
    expect(await refused(version)).toMatchObject({ status: 400, errors: ["version: unknown_field"] });
  });
});

test.each([
  ["32 levels of objects", 31, '{"a":', "}", 400],
  ["one more", 32, '{"a":', "}", 413],
  ["lists as deep as the body may be long", 300_000, "[", "]", 413],
])("a body of %s is read, or refused before any recursion", async (_what, levels, open, close, status) => {
  const nested = `${open.repeat(levels - 1)}1${close.repeat(levels - 1)}`;
  const answer = await refused(sendJson("POST", "/api/shelves", `{"label":"Dates","deep":{"a":${nested}}}`));
  expect(answer.status).toBe(status);
});

describe("versions", () => {
  test("are sent as a record's ETag, and accepted as If-Match", async () => {
    const read = (await send("GET", "/api/shelves/s1"))!;
    const etag = read.headers.get("etag")!;
    expect(etag).toBe('"3"');
    for (const tag of [etag, `W/${etag}`]) {
      const written = await sendJson("PATCH", "/api/shelves/s1", { label: "Figs" }, { headers: { "if-match": tag } });
      expect(await written?.json()).toEqual({ id: "s1", label: "Figs", version: 4 });
    }
  });

  test.each([undefined, "3", "*", '"x"', '"3", "4"', '""', `"${"9".repeat(10)}"`])(
    "are required: a change with If-Match %s is refused",
    async (tag) => {
      const headers = tag === undefined ? {} : { "if-match": tag };
      expect(await refused(sendJson("PATCH", "/api/shelves/s1", { label: "Figs" }, { headers }))).toEqual(
        plainly(428, "version_required"),
      );
    },
  );
});
