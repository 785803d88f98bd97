/** How the fields of a request are encoded in its body. */
export type Encoding = "json" | "multipart" | "urlencoded";

type Fields = Readonly<Record<string, unknown>>;

/** Encodes a body. For multipart forms the browser sets the content type, because only it knows the boundary. */
export function encodeBody(fields: Fields, encoding: Encoding): { body: BodyInit; type: string | null } {
  if (encoding === "json") return { body: JSON.stringify(fields), type: "application/json" };
  const form = formDataOf(fields);
  if (encoding === "multipart") return { body: form, type: null };
  return { body: new URLSearchParams([...form] as [string, string][]), type: "application/x-www-form-urlencoded" };
}

/** The form-data builder of spec 000 §3: only non-empty fields and no objects. Zero and false count as values. */
export function formDataOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (isFormValue(value) && value !== "") form.append(name, String(value));
  return form;
}

const isFormValue = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);
