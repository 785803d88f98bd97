import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { FormProvider, useForm } from "react-hook-form";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startWords } from "#web/i18n.ts";
import { formOf } from "#web/records/formOf.tsx";
import { SessionContext } from "#web/session.tsx";
import { stall, stallRecord } from "#web/testing/recordFixture.ts";
import { signedIn } from "#web/testing/signedIn.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const { Field, Section } = formOf(stallRecord);
beforeAll(async () => {
  // The browser has these; the text area waits for fonts before it measures itself.
  Object.assign(document, { fonts: new EventTarget() });
  await startWords();
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

test("every kind of field has its control, with the record's value", async () => {
  const session = await signedIn(async () => new Response("{}"));
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <MantineProvider>
        <SessionContext value={session}>
          <Form />
        </SessionContext>
      </MantineProvider>,
    ),
  );
  unmount = () => act(() => root.unmount());
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
