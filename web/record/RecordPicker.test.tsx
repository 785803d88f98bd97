import { MantineProvider, MultiSelect, Select } from "@mantine/core";
import { act, type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { pickable } from "#web/list/pickable.ts";
import { RecordPicker } from "#web/record/RecordPicker.tsx";
import { stall, stalls } from "#web/testing/recordFixture.ts";
import { waitForEffects } from "#web/testing/waitForEffects.ts";
import { theme } from "#web/theme.ts";
import { TransportContext } from "#web/transport.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(() => startMessages());

let leave = () => {};
afterEach(() => leave());

const source = pickable<typeof stalls.list>({ operation: stalls.list, sort: "name", nameOf: ({ name }) => name });
const rows = ["Dates", "Figs", "Dried figs"].map((name, place) => ({ ...stall, id: `stall-${place}`, name }));

/** A server that finds stalls by a part of their name. Its answers to searches wait for `answered`. */
let answered = Promise.resolve();
const transport = async (request: Request) => {
  const search = new URL(request.url).searchParams.get("search") ?? "";
  if (search !== "") await answered;
  const found = rows.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return Response.json({ rows: found, next: null, total: null });
};

/** The search for what is typed waits until the returned function is called. */
function holdAnswers(): () => void {
  let answer = () => {};
  answered = new Promise((resolve) => {
    answer = resolve;
  });
  return () => answer();
}

/** Shows a form with one field. */
async function show(field: ReactNode) {
  let submits = 0;
  document.body.innerHTML = "<main></main>";
  const root = createRoot(document.querySelector("main")!);
  leave = () => act(() => root.unmount());
  const handleSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    submits++;
  };
  await act(async () =>
    root.render(
      <TransportContext value={transport}>
        <MantineProvider theme={theme} env="test">
          <form onSubmit={handleSubmit}>
            {field}
            <button type="submit">Save</button>
          </form>
        </MantineProvider>
      </TransportContext>,
    ),
  );
  const input = document.querySelector<HTMLInputElement>("input[role=combobox]")!;
  const form = document.querySelector("form")!;
  const enter = async () => {
    const event = new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true });
    await act(async () => {
      input.dispatchEvent(event);
      // What a browser does with Enter in a field.
      if (!event.defaultPrevented) form.requestSubmit();
    });
  };
  return { input, enter, submits: () => submits };
}

/** Opens the field and types into it before any timer runs, as a quick typist on a busy computer does. */
const type = (input: HTMLInputElement, text: string) =>
  act(async () => {
    input.focus();
    input.click();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

const optionTexts = () => [...document.querySelectorAll("[role=option]")].map(({ textContent }) => textContent);

async function waitFor(check: () => void) {
  await vi.waitFor(async () => {
    await waitForEffects();
    check();
  });
}

function Stalls({ onChange }: { readonly onChange: (id: string | null) => void }) {
  const [id, setId] = useState<string | null>(null);
  const handleChange = (next: string | null) => {
    onChange(next);
    setId(next);
  };
  return <RecordPicker label="Stall" source={source} value={id} nothingFound="No results" onChange={handleChange} />;
}

test("the first record found is preselected, and Enter chooses it", async () => {
  const chosen: (string | null)[] = [];
  const { input, enter, submits } = await show(<Stalls onChange={(id) => chosen.push(id)} />);
  await type(input, "fig");
  await waitFor(() => expect(document.querySelector("[data-combobox-selected]")?.textContent).toBe("Figs"));
  await enter();
  expect([chosen, submits()]).toEqual([["stall-1"], 0]);
  // The list has closed, so the next Enter is for the form.
  await enter();
  expect(submits()).toBe(1);
});

test("Enter while the search runs chooses the first result and does not submit the form", async () => {
  const answer = holdAnswers();
  const chosen: (string | null)[] = [];
  const { input, enter, submits } = await show(<Stalls onChange={(id) => chosen.push(id)} />);
  await type(input, "dried");
  await enter();
  expect([chosen, submits()]).toEqual([[], 0]);
  await act(async () => answer());
  await waitFor(() => expect([chosen, input.value]).toEqual([["stall-2"], "Dried figs"]));
  expect(input.getAttribute("aria-expanded")).toBe("false");
  expect(submits()).toBe(0);
});

test("the choice arrives even if the user has gone to the next field", async () => {
  const answer = holdAnswers();
  const chosen: (string | null)[] = [];
  const { input, enter } = await show(<Stalls onChange={(id) => chosen.push(id)} />);
  await type(input, "dried");
  await enter();
  await act(async () => input.blur());
  await act(async () => answer());
  await waitFor(() => expect([chosen, input.value]).toEqual([["stall-2"], "Dried figs"]));
});

test("Enter chooses nothing if the search finds nothing", async () => {
  const answer = holdAnswers();
  const chosen: (string | null)[] = [];
  const { input, enter, submits } = await show(<Stalls onChange={(id) => chosen.push(id)} />);
  await type(input, "honey");
  await enter();
  await act(async () => answer());
  await waitFor(() => expect(document.body.textContent).toContain("No results"));
  await enter();
  expect([chosen, submits()]).toEqual([[], 0]);
});

test("Enter after quick typing takes the first match of a field with known choices", async () => {
  for (const Field of [Select, MultiSelect]) {
    const chosen: unknown[] = [];
    const { input, enter, submits } = await show(
      <Field
        label="Stall"
        data={["Dates", "Figs", "Olives"]}
        searchable
        onChange={(value: unknown) => chosen.push(value)}
      />,
    );
    await type(input, "fig");
    // The kit's own timers, which forget the highlighted option, run before Enter.
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    expect(optionTexts()).toContain("Figs");
    await enter();
    expect([chosen, submits()]).toEqual([[Field === Select ? "Figs" : ["Figs"]], 0]);
    leave();
  }
});

test("Enter keeps the chosen value of an open field in which nothing was typed", async () => {
  const chosen: unknown[] = [];
  const { input, enter, submits } = await show(
    <Select
      label="Stall"
      data={["Dates", "Figs"]}
      defaultValue="Figs"
      searchable
      onChange={(next) => chosen.push(next)}
      allowDeselect={false}
    />,
  );
  await act(async () => input.focus());
  await enter();
  expect([chosen, input.value, submits()]).toEqual([[], "Figs", 0]);
  await enter();
  expect(submits()).toBe(1);
});
