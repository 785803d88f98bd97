import { describe, expect, test } from "vitest";
import { frameMeasures, frameParts } from "#web/layout/frameMeasures.ts";
import { slotTheme } from "#web/layout/slotTheme.ts";
import { fitting } from "#web/layout/useFittingCount.ts";
import { layoutSettingsOf } from "#web/settings/layoutSettings.ts";

const layoutOf = (style: string, config = {}) => layoutSettingsOf({ layout: { style, config } }).layout;
const desktop = { isPhone: false, hasMenu: true, isFolded: false };
const measures = (style: string, config = {}, surroundings = desktop) =>
  frameMeasures(layoutOf(style, config), surroundings);

describe("the measures of the frame", () => {
  test("are those of a side menu of 280 px, or 64 when it is folded, and on a phone of none", () => {
    expect(measures("layout1")["--side-menu"]).toBe("var(--menu)");
    expect(measures("layout1", {}, { ...desktop, isFolded: true })["--side-menu"]).toBe("var(--menu-folded)");
    expect(measures("layout1", {}, { ...desktop, isPhone: true })["--side-menu"]).toBe("0px");
    expect(measures("layout1", { navbar: { display: false } })["--side-menu"]).toBe("0px");
  });

  test("keep toasts beside the menu on either side, and across it if the toolbar is", () => {
    const lane = (config: object) => {
      const { "--lane-start": start, "--lane-end": end } = measures("layout1", config);
      return [start, end];
    };
    expect(lane({})).toEqual(["calc(0px + var(--menu))", "0px"]);
    expect(lane({ navbar: { position: "right" } })).toEqual(["0px", "calc(0px + var(--menu))"]);
    expect(lane({ toolbar: { position: "above" } })).toEqual(["0px", "0px"]);
  });

  test("stack fixed bars in the order of the layout", () => {
    expect(measures("layout2")).toMatchObject({ "--menu-bar-top": "0px", "--toolbar-top": "var(--menu-bar)" });
    expect(measures("layout3")).toMatchObject({ "--menu-bar-top": "var(--toolbar)", "--toolbar-top": "0px" });
    expect(measures("layout3", { toolbar: { style: "static" } })["--menu-bar-top"]).toBe("0px");
    expect(measures("layout2", { navbar: { style: "static" } })["--toolbar-top"]).toBe("0px");
  });

  test("leave a screen that fills the window what the bars leave", () => {
    expect(measures("layout1")["--bars"]).toBe("calc(var(--toolbar) + 0px + 0px)");
    expect(measures("layout3", { footer: { display: true } })["--bars"]).toBe(
      "calc(var(--toolbar) + var(--menu-bar-dense) + var(--footer))",
    );
  });

  test("limit the content in a container, and the frame in a box", () => {
    expect(measures("layout3")["--page-max"]).toBe("var(--container)");
    expect(measures("layout1")["--page-max"]).toBe("");
    expect(measures("layout1", { mode: "boxed" })["--lane-end"]).toContain("var(--boxed)");
  });
});

describe("the parts of the frame", () => {
  test("are a toolbar alone on a phone, and no menu for guests", () => {
    const phone = { ...desktop, isPhone: true };
    expect(frameParts(layoutOf("layout2", { toolbar: { display: false }, footer: { display: true } }), phone)).toEqual({
      hasSideMenu: false,
      hasMenuBar: false,
      hasToolbar: true,
      hasFooter: false,
      isScrolledByPage: true,
    });
    expect(frameParts(layoutOf("layout1"), { ...desktop, hasMenu: false })).toMatchObject({ hasSideMenu: false });
  });

  test("scroll with the page if a bar does", () => {
    const scrolls = (config: object) => frameParts(layoutOf("layout1", config), desktop).isScrolledByPage;
    expect([scrolls({}), scrolls({ scroll: "body" }), scrolls({ toolbar: { style: "static" } })]).toEqual([
      false,
      true,
      true,
    ]);
    expect(scrolls({ footer: { style: "static" } })).toBe(false);
    expect(scrolls({ footer: { display: true, style: "static" } })).toBe(true);
  });
});

test("a bar has attributes only if it looks different from the page", () => {
  const look = (theme: object, tone: "light" | "dark" = "light") =>
    slotTheme(layoutSettingsOf({ theme }), "navbar", tone);
  expect(look({})).toEqual({});
  expect(look({ main: "tech", navbar: "tech" })).toEqual({});
  expect(look({ main: "tech", navbar: "beach" }, "dark")).toEqual({ "data-theme": "beach", "data-tone": "dark" });
  expect(look({ navbar: "slate" })).toEqual({ "data-theme": "slate", "data-tone": "dark" });
  expect(look({ main: "tech", navbar: "mainThemeDark" })).toEqual({ "data-theme": "tech", "data-tone": "dark" });
  expect(look({ main: "slate", navbar: "mainThemeLight" }, "dark")).toEqual({});
});

test("a menu bar shows what fits beside “More”, and all if that fits", () => {
  expect(fitting([100, 100, 100], 300)).toBe(3);
  expect(fitting([100, 100, 100], 299)).toBe(2);
  expect(fitting([100, 100, 100], 150)).toBe(0);
});
