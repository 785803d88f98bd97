import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { useActiveRow } from "#web/panes/useActiveRow.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
Element.prototype.scrollIntoView = () => {};

function List({ ids }: { readonly ids: readonly string[] }) {
  const { region, activate } = useActiveRow(ids, { initialId: null, rowPx: 40 });
  return (
    <div ref={region}>
      {ids.map((id) => (
        <button key={id} type="button" data-id={id} onFocus={() => activate(id)} />
      ))}
    </div>
  );
}

test("a row that leaves the view hands the keyboard to the one in its place, and the last one to the one before", async () => {
  document.body.innerHTML = "<main></main>";
  const root = createRoot(document.querySelector("main")!);
  const show = (...ids: string[]) => act(async () => root.render(<List ids={ids} />));
  const focused = () => document.activeElement?.getAttribute("data-id");
  await show("fig", "date", "olive");
  await act(async () => document.querySelector<HTMLElement>("[data-id=date]")!.focus());
  await show("fig", "olive");
  expect(focused()).toBe("olive");
  await show("fig");
  expect(focused()).toBe("fig");
  await act(async () => root.unmount());
});
