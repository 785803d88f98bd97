import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { FormProvider, useForm } from "react-hook-form";
import { afterEach, beforeAll, expect, test } from "vitest";
import { lifecycle } from "#base/records/lifecycle.ts";
import { startMessages } from "#web/i18n.ts";
import { withRecordMessages } from "#web/record/withRecordMessages.ts";
import { formOf } from "#web/records/formOf.tsx";
import { RequirementList } from "#web/records/RequirementList.tsx";
import { submitRequirements } from "#web/records/requirements.ts";
import { SessionContext } from "#web/session.tsx";
import { stall, stallRecord } from "#web/testing/recordFixture.ts";
import { signedIn } from "#web/testing/signedIn.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeAll(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startMessages();
  await withRecordMessages(Promise.resolve(() => null));
});
let leave = () => {};
afterEach(() => leave());

type Facts = { readonly note: string | null; readonly source: string | null };
type Values = Facts & { readonly code: string };

/** A stall is submitted with a note and a source. */
const stallLifecycle = lifecycle<Facts>({
  blockers: ({ note, source }, to) =>
    to === "active" ? [...(note === null ? ["note_missing"] : []), ...(source === null ? ["source_missing"] : [])] : [],
})({ archived: { submit: "active" }, active: { archive: "archived" } });

const requirements = submitRequirements<Values, typeof stall, "active" | "archived", Facts>(stallLifecycle, {
  to: "active",
  statusOf: ({ status }) => status,
  factsOf: ({ note, source }) => ({ note, source }),
  bare: { note: null, source: null },
  places: { note_missing: { fields: ["note"] }, source_missing: { fields: ["source"] } },
});
const { Field } = formOf(stallRecord);

function Form({ record }: { readonly record: typeof stall }) {
  const form = useForm({ defaultValues: stallRecord.description.fields.valuesOf(record) });
  return (
    <FormProvider {...form}>
      <RequirementList requirements={requirements} record={record} name="stalls">
        <Field name="code" />
        <Field name="note" />
        <Field name="source" />
      </RequirementList>
    </FormProvider>
  );
}

async function show(record: typeof stall) {
  const session = await signedIn(async () => new Response("{}"));
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  leave = () => {
    act(() => root.unmount());
    page.remove();
  };
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <SessionContext value={session}>
          <Form record={record} />
        </SessionContext>
      </MantineProvider>,
    ),
  );
  const control = (field: string) => page.querySelector<HTMLInputElement>(`[data-field=${field}]`)!;
  const type = (field: string, text: string) =>
    act(async () => {
      const { constructor } = control(field);
      Object.getOwnPropertyDescriptor(constructor.prototype, "value")!.set!.call(control(field), text);
      control(field).dispatchEvent(new Event("input", { bubbles: true }));
    });
  return { page, control, type };
}

const draft = { ...stall, status: "archived" as const, source: "https://stalls.test" };

test("counts what a draft must have by the rules of the transition, while it is typed", async () => {
  const { page, type } = await show(draft);
  const title = () => page.querySelector("h2")?.textContent;
  expect(title()).toBe("To submit: 1 of 2 done");
  await type("note", "Fresh daily");
  expect(title()).toBe("To submit: 2 of 2 done");
});

test("a requirement leads to its field, and the field says that it is one", async () => {
  const { page, control } = await show(draft);
  await act(async () => page.querySelector<HTMLButtonElement>("li:not([data-done]) button")!.click());
  await waitForEffects();
  expect(document.activeElement).toBe(control("note"));
  const marked = [...page.querySelectorAll<HTMLElement>("[data-to-submit]")];
  expect(marked.map(({ textContent, dataset }) => [textContent, dataset.toSubmit])).toEqual([
    ["fields.note", "Required to submit"],
    ["fields.source", "Required to submit"],
  ]);
});

test("a record that can't be submitted now has no list", async () => {
  const { page } = await show({ ...draft, status: "active" });
  expect(page.querySelector("h2")).toBeNull();
  expect(page.querySelector("[data-to-submit]")).toBeNull();
});
