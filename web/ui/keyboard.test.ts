import { afterEach, describe, expect, test } from "vitest";
import { createKeyboard, strokeOf } from "#web/ui/keyboard.ts";

afterEach(() => document.body.replaceChildren());

/** A keyboard that records what it ran, and a clock that the test sets. */
function arrange(keys: readonly string[], areSingleKeysOn = () => true) {
  const ran: string[] = [];
  let atMs = 0;
  const keyboard = createKeyboard(() => atMs, areSingleKeysOn);
  keyboard.add(keys.map((each) => ({ keys: each, label: each, onKey: () => ran.push(each) })));
  const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
    target.addEventListener("keydown", (each) => keyboard.handle(each as KeyboardEvent), { once: true });
    target.dispatchEvent(event);
    return event;
  };
  return { keyboard, ran, press, wait: (ms: number) => (atMs += ms) };
}

const field = (html: string) => {
  document.body.innerHTML = html;
  const element = document.body.firstElementChild;
  if (element === null) throw new Error("no element");
  return element;
};

describe("keys", () => {
  test("run their binding, and no other handler gets them", () => {
    const { ran, press } = arrange(["[", "?", "mod+k"]);
    expect(press("[").defaultPrevented).toBe(true);
    press("?", { shiftKey: true });
    press("k", { ctrlKey: true });
    press("k", { metaKey: true });
    expect(press("x").defaultPrevented).toBe(false);
    expect(ran).toEqual(["[", "?", "mod+k", "mod+k"]);
  });

  test("of the screen come before the shell's, whichever was added later", () => {
    const { keyboard, ran, press } = arrange(["/"]);
    keyboard.add([{ keys: "/", label: "palette", scope: "everywhere", onKey: () => ran.push("palette") }]);
    press("/");
    expect(ran).toEqual(["/"]);
  });

  test("pressed in sequence within a second run the sequence", () => {
    const { ran, press, wait } = arrange(["g h", "h"]);
    press("g");
    wait(1000);
    press("h");
    press("g");
    wait(1001);
    press("h");
    expect(ran).toEqual(["g h", "h"]);
  });

  test("go to the field while the user types, except with Ctrl", () => {
    const { ran, press } = arrange(["n", "mod+k"]);
    for (const html of ["<input>", "<textarea></textarea>", "<select></select>", "<div contenteditable='true'></div>"])
      press("n", {}, field(html));
    press("k", { ctrlKey: true }, field("<input>"));
    press("n", {}, field("<input type='checkbox'>"));
    expect(ran).toEqual(["mod+k", "n"]);
  });

  test("that closed a dialog do nothing to the page below", () => {
    const { keyboard, ran } = arrange(["Escape"]);
    const dialog = field("<div role='dialog' aria-modal='true'></div>");
    const press = new KeyboardEvent("keydown", { key: "Escape" });
    keyboard.notice(press);
    dialog.remove();
    keyboard.handle(press);
    expect(ran).toEqual([]);
    keyboard.handle(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(ran).toEqual(["Escape"]);
  });

  test("that are a single character can be turned off, and on again", () => {
    let isOn = false;
    const { ran, press } = arrange(["n", "/", "g h", "mod+k", "Delete", "Escape"], () => isOn);
    const pressAll = () => {
      for (const key of ["n", "/", "g", "h", "Delete", "Escape"]) press(key);
      press("k", { ctrlKey: true });
    };
    pressAll();
    expect(ran.splice(0)).toEqual(["Delete", "Escape", "mod+k"]);
    isOn = true;
    pressAll();
    expect(ran).toEqual(["n", "/", "g h", "Delete", "Escape", "mod+k"]);
  });

  test("do nothing below a dialog", () => {
    const { ran, press } = arrange(["n"]);
    press("n", {}, field("<div role='dialog' aria-modal='true'></div>"));
    expect(ran).toEqual([]);
  });

  test("leave Escape to the dialog in which it was pressed, even if that closed before the handler runs", () => {
    const { ran, press } = arrange(["Escape", "x"]);
    for (const role of ["dialog", "alertdialog", "menu"]) {
      const layer = field(`<div role="${role}"><button></button></div>`);
      const button = layer.querySelector("button")!;
      button.addEventListener("keydown", () => layer.remove(), { once: true });
      press("Escape", {}, button);
    }
    expect(ran).toEqual([]);
    press("Escape");
    press("x", {}, field("<div role='menu'></div>"));
    expect(ran).toEqual(["Escape", "x"]);
  });

  test("belong to the latest binding, until it is removed", () => {
    const { keyboard, ran, press } = arrange(["n"]);
    const remove = keyboard.add([{ keys: "n", label: "later", onKey: () => ran.push("later") }]);
    press("n");
    remove();
    press("n");
    expect(ran).toEqual(["later", "n"]);
  });
});

describe("a keystroke", () => {
  const stroke = (key: string, code: string, held: Partial<KeyboardEvent> = {}) =>
    strokeOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

  test("on an Arabic layout is the Latin key in the same position", () => {
    expect(stroke("ل", "KeyG")).toBe("g");
    expect(stroke("ج", "BracketLeft")).toBe("[");
    expect(stroke("؟", "Slash", { shiftKey: true })).toBe("?");
  });
  test("with Caps Lock is the lowercase letter", () => expect(stroke("G", "KeyG")).toBe("g"));
  test("includes the modifier keys", () => {
    expect(stroke("ArrowUp", "ArrowUp", { altKey: true })).toBe("alt+ArrowUp");
    expect(stroke("ArrowUp", "ArrowUp", { shiftKey: true })).toBe("shift+ArrowUp");
    expect(stroke("#", "Digit3", { shiftKey: true })).toBe("#");
  });
});
