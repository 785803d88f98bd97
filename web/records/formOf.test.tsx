import { MantineProvider } from "@mantine/core";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { FormProvider, useForm } from "react-hook-form";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { field, fields } from "#base/records/fields.ts";
import { formOf } from "#web/records/formOf.tsx";
import { SessionContext } from "#web/session.tsx";
import { stall, stallRecord } from "#web/testing/recordFixture.ts";
import { signedIn } from "#web/testing/signedIn.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const { Field, Section } = formOf(stallRecord);
beforeAll(async () => {
  // The browser has these; the text area waits for fonts before it measures itself.
  Object.assign(document, { fonts: new EventTarget() });
  await startMessages();
});
let unmount = () => {};
afterEach(() => unmount());

function Form() {
  const form = useForm({ defaultValues: stallRecord.description.fields.valuesOf(stall) });
  return (
    <FormProvider {...form}>
      <Section name="identity">
        {stallRecord.description.fields.names.map((name) => (
          <Field key={name} name={name} />
        ))}
      </Section>
    </FormProvider>
  );
}

async function show(form: ReactNode): Promise<HTMLElement> {
  const session = await signedIn(async () => new Response("{}"));
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <MantineProvider>
        <SessionContext value={session}>{form}</SessionContext>
      </MantineProvider>,
    ),
  );
  unmount = () => act(() => root.unmount());
  return page;
}

test("every kind of field has its control, with the record's value", async () => {
  const page = await show(<Form />);
  const controls = [...page.querySelectorAll<HTMLInputElement>("[data-field]")].map(
    ({ dataset, tagName, value, inputMode, type, checked }) =>
      [dataset.field, tagName.toLowerCase(), type === "checkbox" ? `${checked}` : value, inputMode].join(" ").trim(),
  );
  expect(controls).toEqual([
    "code input A1",
    "name input Dates",
    "nameI18n.ar input تمور",
    "note textarea",
    "source input  url",
    "kind input kind.dry",
    "side input",
    "position input  numeric",
    "rentBps input 2.5 decimal",
    "isOpen input true",
    "isRented input flags.unsaid",
  ]);
});

test("an area needs no more than fields: a day is typed or chosen, with its Hijri date below", async () => {
  const { Field: DayField } = formOf({ description: { name: "stalls", fields: fields({ openedOn: field.date() }) } });
  function DayForm() {
    const form = useForm({ defaultValues: { openedOn: "2026-11-20" } });
    return (
      <FormProvider {...form}>
        <DayField name="openedOn" />
      </FormProvider>
    );
  }
  const page = await show(<DayForm />);
  const input = page.querySelector<HTMLInputElement>("[data-field=openedOn]");
  expect([input?.type, input?.value]).toEqual(["text", "20 Nov 2026"]);
  expect(page.textContent).toContain("1448");
});
