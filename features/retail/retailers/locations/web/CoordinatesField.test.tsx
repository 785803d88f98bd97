import { MantineProvider } from "@mantine/core";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { afterEach, beforeAll, expect, test } from "vitest";
import { CoordinatesField } from "#features/retail/retailers/locations/web/CoordinatesField.tsx";
import { loadMessages, startMessages } from "#web/i18n.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(async () => {
  await startMessages();
  await loadMessages({
    name: "retailers",
    messages: {
      en: () => import("#features/retail/retailers/web/messages.en.json"),
      ar: () => import("#features/retail/retailers/web/messages.ar.json"),
    },
  });
});

let root: Root | undefined;
afterEach(() => act(() => root?.unmount()));

function Form() {
  const form = useForm({ defaultValues: { latitude: 1, longitude: 2 } });
  const point = useWatch({ control: form.control });
  return (
    <FormProvider {...form}>
      <CoordinatesField />
      <output>{`${point.latitude} ${point.longitude}`}</output>
    </FormProvider>
  );
}

const input = () => document.querySelector("input")!;
const point = () => document.querySelector("output")!.textContent;
const paste = (text: string) =>
  act(async () => {
    input().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input(), text);
    input().dispatchEvent(new Event("input", { bubbles: true }));
  });

test("a pasted point goes to latitude and longitude; what is no point stays, and changes neither", async () => {
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.querySelector("main")!);
  await act(async () =>
    root?.render(
      <MantineProvider>
        <Form />
      </MantineProvider>,
    ),
  );
  await paste("https://www.google.com/maps/@25.2697,55.3095,15z");
  expect(point()).toBe("25.2697 55.3095");
  await paste("Deira, Dubai");
  await act(async () => input().blur());
  expect([point(), input().value]).toEqual(["25.2697 55.3095", "Deira, Dubai"]);
  expect(document.querySelector("main")!.textContent).toContain("We couldn’t find coordinates");
});
