import { commonRefusals } from "#base/refusal.ts";
import { unknownField } from "#api/inputErrors.ts";

const formType = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/** Whether the body is form-encoded (spec 000 §3), and not JSON. */
export const isForm = (request: Request): boolean => formType.test(request.headers.get("content-type") ?? "");

/**
 * The fields of a form by name; repeated names become a list, as in a query.
 *
 * Refuses with `malformed_form`; with `unknown_field` for a file, because no operation takes one this way; and with
 * `form_from_elsewhere` where the browser says that a page of another site sends it: browsers let any page send a form,
 * while JSON from another origin stops at the preflight request.
 */
export async function readForm(
  request: Request,
  bytes: Uint8Array,
): Promise<Record<string, FormDataEntryValue | FormDataEntryValue[]>> {
  const site = request.headers.get("sec-fetch-site");
  if (site === "cross-site" || site === "same-site") throw commonRefusals.form_from_elsewhere();
  const form = await parseForm(request.headers.get("content-type") ?? "", bytes);
  const files = [...form].filter(([, value]) => typeof value !== "string").map(([name]) => name);
  if (files.length > 0) throw unknownField(files);
  // From entries, because assigning `__proto__` would not make a field of it.
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}

async function parseForm(type: string, bytes: Uint8Array): Promise<FormData> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return await new Response(text, { headers: { "content-type": type } }).formData();
  } catch {
    throw commonRefusals.malformed_form();
  }
}
