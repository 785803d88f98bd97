import { act, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startMessages } from "#web/i18n.ts";
import { DetailPane } from "#web/panes/DetailPane.tsx";
import { ListPane } from "#web/panes/ListPane.tsx";
import { Panes } from "#web/panes/Panes.tsx";
import { RowList } from "#web/panes/RowList.tsx";
import { SelectionBar } from "#web/panes/SelectionBar.tsx";
import { SelectionButton } from "#web/panes/SelectionButton.tsx";
import { useDetailFocus } from "#web/panes/useDetailFocus.ts";
import { useListKeys } from "#web/panes/useListKeys.ts";
import { type Rows, useRows } from "#web/panes/useRows.ts";
import { createKeyboard } from "#web/ui/keyboard.ts";
import { KeyboardContext } from "#web/ui/useKeys.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
Element.prototype.scrollIntoView = () => {};
beforeAll(startMessages);

type Fruit = { readonly id: string };

/** A screen for fruit: `d` eats, `m` asks where to move, `e` edits. */
type BoardProps = {
  readonly onRows: (rows: Rows<Fruit>) => void;
  readonly onEat: (ids: string) => void;
  readonly onAsk: () => void;
};
function Board({ onRows, onEat, onAsk }: BoardProps) {
  const [fruit, setFruit] = useState<readonly Fruit[]>(["fig", "date", "olive", "grape"].map((id) => ({ id })));
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = { openId, open: setOpenId, close: () => setOpenId(null) };
  const rows = useRows(fruit, { opened, rowPx: 40 });
  const detail = useDetailFocus({ rows, opened });
  const fieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => onRows(rows));
  const eat = (targets: readonly Fruit[]) => {
    onEat(targets.map(({ id }) => id).join(" "));
    setFruit((before) => before.filter((one) => !targets.includes(one)));
  };
  const onKeyDown = useListKeys({
    rows,
    detail,
    t: (key: string) => key,
    keys: [
      { keys: "d", label: "Eat", onKey: () => rows.actAndAdvance(eat) },
      {
        keys: "m",
        label: "Move",
        onKey: () =>
          rows.act(() => {
            rows.selectTargets();
            onAsk();
          }),
      },
      { keys: "e", label: "Edit", onKey: () => detail.openAt(fieldRef) },
    ],
  });
  const draw = (index: number) => (
    <div
      key={fruit[index]!.id}
      data-id={fruit[index]!.id}
      tabIndex={-1}
      onFocus={() => rows.activate(fruit[index]!.id)}
    />
  );
  return (
    <Panes
      side={null}
      list={
        <ListPane label="Fruit" head={null} sideReplacement={null}>
          <RowList
            label="Fruit"
            lineKeys={fruit.map(({ id }) => id)}
            heightPx={() => 40}
            renderLine={draw}
            rows={rows}
            onKeyDown={onKeyDown}
          />
          {rows.selected.length > 0 && (
            <SelectionBar label="Selected" count={`${rows.selected.length}`} clearLabel="Clear" onClear={rows.clear}>
              <SelectionButton icon={null} onClick={() => eat(rows.selected)}>
                Eat all
              </SelectionButton>
            </SelectionBar>
          )}
        </ListPane>
      }
      isDetailOpen={detail.isOpen}
      detail={
        openId !== null && (
          <DetailPane label="One" panelRef={detail.panelRef} head={openId} onClose={detail.close}>
            <input ref={fieldRef} />
          </DetailPane>
        )
      }
    />
  );
}

const keyboard = createKeyboard(() => 0);
const page = () => document.querySelector("main")!;
let root: ReturnType<typeof createRoot>;
let seen: { rows?: Rows<Fruit>; eaten: string[]; asked: number };

beforeEach(async () => {
  document.body.innerHTML = "<main></main>";
  seen = { eaten: [], asked: 0 };
  root = createRoot(page());
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const show = () =>
  act(async () =>
    root.render(
      <KeyboardContext value={keyboard}>
        <Board
          onRows={(rows) => {
            seen.rows = rows;
          }}
          onEat={(ids) => seen.eaten.push(ids)}
          onAsk={() => {
            seen.asked += 1;
          }}
        />
      </KeyboardContext>,
    ),
  );

/** Like the shell: first to the focused element, then to the bindings of the screen. */
async function press(...keys: readonly string[]) {
  for (const stroke of keys) {
    const shiftKey = stroke.startsWith("Shift+");
    const key = stroke.replace("Shift+", "");
    await act(async () => {
      const event = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
      if (!event.defaultPrevented) keyboard.handle(event);
    });
  }
}
const focused = () => document.activeElement?.getAttribute("data-id") ?? document.activeElement?.tagName.toLowerCase();
const selected = () => seen.rows!.selected.map(({ id }) => id).join(" ");

describe("moving", () => {
  it("goes from row to row by letter keys from anywhere, by arrows in the list, and stops at its ends", async () => {
    await show();
    await press("j", "j", "k");
    expect(focused()).toBe("fig");
    await press("ArrowDown", "ArrowDown");
    expect(focused()).toBe("olive");
    await press("PageDown", "j");
    expect(focused()).toBe("grape");
    await press("Home", "ArrowUp");
    expect(focused()).toBe("fig");
  });

  it("shows the active row in the open detail pane, and leaves the focus on the row", async () => {
    await show();
    await press("j", "o", "Escape", "o");
    await act(async () => page().querySelector<HTMLElement>("[data-id=fig]")!.focus());
    await press("j");
    expect([page().querySelector("aside header")!.textContent, focused()]).toEqual(["date", "date"]);
  });
});

describe("selecting", () => {
  it("works for one row, for a range with Shift, for rows passed with Shift and an arrow, and for all", async () => {
    await show();
    await press("j", "x");
    expect(selected()).toBe("fig");
    await press("j", "j", "Shift+ ");
    expect(selected()).toBe("fig date olive");
    await press("Escape");
    expect(selected()).toBe("");
    await press("Shift+ArrowUp", "Shift+ArrowUp");
    expect([selected(), focused()]).toEqual(["fig date olive", "fig"]);
    await press(" ", "a");
    expect(selected()).toBe("fig date olive grape");
  });

  it("lets the bar act on all selected rows, and clear the selection", async () => {
    await show();
    await press("j", "x", "j", "x");
    expect(page().querySelector("[role=toolbar]")!.textContent).toContain("2");
    const [eat, clear] = page().querySelectorAll<HTMLElement>("[role=toolbar] button");
    await act(async () => eat!.click());
    expect([seen.eaten, page().querySelector("[role=toolbar]")]).toEqual([["fig date"], null]);
    expect(clear!.getAttribute("aria-label")).toBe("Clear");
  });
});

describe("a key of the screen", () => {
  it("acts on all selected rows, or else on the active row, or else on nothing", async () => {
    await show();
    await press("d");
    expect(seen.eaten).toEqual([]);
    await press("j", "d");
    expect([seen.eaten, focused()]).toEqual([["fig"], "date"]);
    await press("x", "j", "x", "d");
    expect([seen.eaten, selected()]).toEqual([["fig", "date olive"], ""]);
  });

  it("goes back to the previous row when the last one is removed", async () => {
    await show();
    await press("j", "End", "d");
    expect(focused()).toBe("olive");
  });

  it("may select its row first, so that the selection bar asks for confirmation", async () => {
    await show();
    await press("m");
    expect(seen.asked).toBe(0);
    await press("j", "m");
    expect([seen.asked, selected()]).toEqual([1, "fig"]);
  });

  it("is listed in the help with those of every list", async () => {
    await show();
    const labels = keyboard.read().map(({ label }) => label);
    expect(labels).toEqual([
      "Eat",
      "Move",
      "Edit",
      ...["next", "previous", "select", "selectAll", "open"].map((name) => `keys.${name}`),
    ]);
    await press("j", "o");
    expect(keyboard.read().map(({ keys }) => keys)).toContain("Escape");
  });
});

describe("the detail pane", () => {
  it("takes the focus when it is opened by the keyboard, and returns it to the row", async () => {
    await show();
    await press("j", "j", "Enter");
    expect(focused()).toBe("aside");
    await press("Escape");
    expect([focused(), page().querySelector("aside")]).toEqual(["date", null]);
    await press("e");
    expect(focused()).toBe("input");
  });

  it("leaves the focus on the row that is clicked", async () => {
    await show();
    await press("j");
    await act(async () => seen.rows!.handlers.onOpen({ id: "fig" }));
    expect(focused()).toBe("fig");
  });

  it("takes the focus on a phone however it is opened, each time, and has a way back", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
    await show();
    for (const id of ["fig", "olive"]) {
      await act(async () => seen.rows!.handlers.onOpen({ id }));
      expect(focused()).toBe("aside");
      await act(async () => page().querySelector<HTMLElement>("aside header button")!.click());
      expect(page().querySelector("aside")).toBeNull();
    }
  });
});

it("on a phone rows are selected by a tap while selecting", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  await show();
  expect(seen.rows!.isSelecting).toBe(false);
  await act(async () => seen.rows!.setSelecting(true));
  expect(seen.rows!.isSelecting).toBe(true);
  await act(async () => seen.rows!.handlers.onToggle("date", { shiftKey: false }));
  await act(async () => seen.rows!.setSelecting(false));
  expect([seen.rows!.isSelecting, selected()]).toEqual([false, ""]);
});
