import { MantineProvider } from "@mantine/core";
import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { FormProvider, useForm, type UseFormReturn } from "react-hook-form";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { promocodeFields, type PromocodeInput } from "#features/loyalty/promocodes/fields.ts";
import { Form } from "#features/loyalty/promocodes/web/PromocodeForm.tsx";
import { promocodeScreens } from "#features/loyalty/promocodes/web/routes.tsx";
import { loadMessages, startMessages } from "#web/i18n.ts";
import { checkedBy } from "#web/record/formErrors.ts";
import { SessionContext } from "#web/session.tsx";
import { signedIn } from "#web/testing/signedIn.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { theme } from "#web/theme.ts";
import { TransportContext } from "#web/transport.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const transport = async () => Response.json({ rows: [], next: null, previous: null, total: null });
let form: UseFormReturn<PromocodeInput>;
let leave = () => {};

function Page({ onForm }: { readonly onForm: (made: typeof form) => void }) {
  const { schema, empty } = promocodeFields;
  const made = useForm<PromocodeInput>({ defaultValues: { ...empty, name: "Dates" }, resolver: checkedBy(schema) });
  useEffect(() => onForm(made), [made, onForm]);
  return (
    <FormProvider {...made}>
      <Form />
    </FormProvider>
  );
}

beforeAll(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startMessages();
  await loadMessages(promocodeScreens);
});
beforeEach(async () => {
  document.body.innerHTML = "<main></main>";
  const session = await signedIn(transport);
  const root = createRoot(document.querySelector("main")!);
  leave = () => act(() => root.unmount());
  await act(async () =>
    root.render(
      <SessionContext value={session}>
        <TransportContext value={transport}>
          <MantineProvider theme={theme} env="test">
            <Page onForm={(made) => void (form = made)} />
          </MantineProvider>
        </TransportContext>
      </SessionContext>,
    ),
  );
  await waitForEffects();
});
afterEach(() => leave());

const sentence = () => document.querySelector("section[aria-label='In one sentence'] p")?.textContent;
const inputOf = (label: string) => {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  return document.getElementById(found!.htmlFor) as HTMLInputElement;
};
const click = (element: HTMLElement) => act(async () => element.click());
async function choose(label: string, option: string) {
  await click(inputOf(label));
  const options = [...document.querySelectorAll<HTMLElement>("[role=option]")];
  await click(options.find(({ textContent }) => textContent === option)!);
}
const button = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === text)!;

async function submitted(): Promise<PromocodeInput | null> {
  let values: PromocodeInput | null = null;
  await act(() => form.handleSubmit((valid) => void (values = valid))());
  return values;
}

test("the terms are read back as one sentence, and follow another kind of effect", async () => {
  await vi.waitFor(() => expect(sentence()).toContain("10% off all products"));
  await choose("Kind", "Amount off");
  expect(sentence()).toContain("GBP\u00a05.00 off all products");
  expect((await submitted())?.terms.effect).toEqual({ kind: "fixed", amountMinor: 500 });
  await choose("Kind", "Cheapest free");
  expect((await submitted())?.terms.effect).toEqual({
    kind: "cheapestFree",
    groupSize: 3,
    freeUnits: 1,
    timesMax: null,
  });
});

test("conditions are added, changed to another field, and removed", async () => {
  await click(button("Add a condition"));
  expect(sentence()).toBe("Complete the terms to read them here as one sentence.");
  expect(await submitted()).toBeNull();
  await choose("Condition", "Order total");
  expect(sentence()).toContain("on orders of GBP\u00a010.00 or more");
  await choose("Condition", "First promocode");
  expect((await submitted())?.terms.conditions).toEqual([{ field: "firstRedemption" }]);
  await click(document.querySelector<HTMLButtonElement>("button[aria-label='Remove this condition']")!);
  expect((await submitted())?.terms.conditions).toEqual([]);
});

test("a Hijri period and hours are switched on and off", async () => {
  await click(inputOf("Only in a Hijri period"));
  await click(inputOf("Only at certain hours"));
  expect(sentence()).toMatch(/1–30 Ramadan every year.*daily 18:00–22:00/);
  expect((await submitted())?.terms.window).toMatchObject({ hours: [{ from: "18:00", to: "22:00" }] });
  await click(inputOf("Only in a Hijri period"));
  await click(inputOf("Only at certain hours"));
  expect((await submitted())?.terms.window).toMatchObject({ hours: null, hijri: null });
});

test("shares that don’t add up are refused below them", async () => {
  await act(async () => form.setValue("terms.funding.retailerBps", 500));
  expect(await submitted()).toBeNull();
  expect(document.body.textContent).toContain("The shares add up to 105%. They must add up to 100%.");
});
