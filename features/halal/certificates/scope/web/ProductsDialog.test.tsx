import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { ProductRow } from "#features/catalogue/products/contract.ts";
import type { Certificate } from "#features/halal/certificates/record/contract/records.ts";
import { ProductsDialog } from "#features/halal/certificates/scope/web/ProductsDialog.tsx";
import { certificateScreens } from "#features/halal/certificates/web/routes.tsx";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { showPage } from "#web/testing/queueFixture.tsx";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await loadMessages(certificateScreens);
  // The dialog loads it on demand.
  await import("#web/ui/DialogLayer.tsx");
});
let leave = async () => {};
let screen: HTMLElement;
afterEach(() => leave());

const certificate = { id: "cert-1", version: 3, holderBrandId: "noor", holderRetailerId: null } as Certificate;
const product = (id: string, brandId: string) =>
  ({
    id,
    name: `Product ${id}`,
    nameI18n: {},
    gtin: null,
    brand: { id: brandId, name: brandId, nameI18n: {} },
  }) as ProductRow;
const stored = [
  product("toner", "noor"),
  product("soap", "noor"),
  product("listed", "noor"),
  product("honey", "bustan"),
];

type WriteRequest = { readonly path: string; readonly body: Record<string, unknown> };

/** A server that finds products by brand and by a part of their name, and answers each change with the next version. */
async function openDialog() {
  const sent: WriteRequest[] = [];
  const transport = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === "POST") {
      sent.push({ path: pathname, body: (await request.json()) as WriteRequest["body"] });
      return Response.json({ ...certificate, version: certificate.version + sent.length });
    }
    if (pathname.endsWith("/lines")) return Response.json({ rows: [{ product: { id: "listed" } }] });
    const [search, brand] = [searchParams.get("search") ?? "", searchParams.get("brand")];
    const rows = stored.filter(({ name, brand: { id } }) => name.includes(search) && (brand === null || id === brand));
    return Response.json({ rows, next: null, total: null });
  };
  const onClose = vi.fn<() => void>();
  const page = await showPage(
    transport,
    <MantineProvider env="test">
      <ProductsDialog certificate={certificate} onClose={onClose} />
    </MantineProvider>,
  );
  ({ leave, screen } = page);
  await waitForEffects();
  return { sent, onClose };
}

const boxes = () => [...screen.querySelectorAll<HTMLInputElement>("li input[type=checkbox]")];
const boxOf = (id: string) => boxes().find((box) => box.closest("li")?.textContent.includes(`Product ${id}`))!;
const confirm = () => [...screen.querySelectorAll("button")].find(({ textContent }) => /^Add \d/.test(textContent))!;
const tick = (box: HTMLInputElement) => act(async () => box.click());

async function searchFor(text: string) {
  const field = screen.querySelector<HTMLInputElement>("input[data-autofocus]")!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // The list is searched a moment after the last key.
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
}

test("offers the holder's products, those already listed are selected and can't be changed", async () => {
  await openDialog();
  expect(boxes().map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [false, false], // all shown
    [false, false],
    [false, false],
    [true, true],
  ]);
  expect(boxOf("listed").closest("li")!.textContent).toContain("Already on this certificate");
  expect(confirm().disabled).toBe(true);
  await tick(boxes()[0]!);
  expect(confirm().textContent).toBe("Add 2 products");
});

test("a selection stays over another search, and is listed and linked in one go", async () => {
  const { sent, onClose } = await openDialog();
  await tick(boxOf("toner"));
  await searchFor("soap");
  await vi.waitFor(async () => {
    await waitForEffects();
    expect(boxOf("toner")).toBeUndefined();
  });
  await tick(boxOf("soap"));
  await act(async () => confirm().click());
  await waitForEffects();
  const lines = sent[0]!.body["lines"] as { id: string; name: string; brand: string }[];
  expect(lines.map(({ name, brand }) => [name, brand])).toEqual([
    ["Product toner", "noor"],
    ["Product soap", "noor"],
  ]);
  expect(sent.map(({ path }) => path)).toEqual([
    "/api/v1/certificates/cert-1/lines",
    "/api/v1/certificates/cert-1/links",
  ]);
  expect(sent[1]!.body["links"]).toEqual([
    { lineId: lines[0]!.id, productId: "toner" },
    { lineId: lines[1]!.id, productId: "soap" },
  ]);
  expect(onClose).toHaveBeenCalledTimes(1);
});
