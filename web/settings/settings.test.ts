import { afterEach, describe, expect, test } from "vitest";
import { formatDate, formatNumber, formatTime } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { applySettings, patchedSettings } from "#web/settings/applySettings.ts";
import { layoutOptions, layoutSettingsOf, layoutStyles } from "#web/settings/layoutSettings.ts";
import { addressSettings, applyAddressSettings, changeAddressSettings } from "#web/settings/addressSettings.ts";
import { mergeSettings } from "#web/settings/mergeSettings.ts";
import {
  defaultSettings,
  differencesOf,
  readEffectiveSettings,
  readSettings,
  settingsOf,
} from "#web/settings/settings.ts";
import { readDateSettings } from "#web/settings/useSettings.ts";

afterEach(() => localStorage.clear());

describe("stored settings", () => {
  test.each([
    ["nothing", null],
    ["text", "dark"],
    ["values of no meaning", { language: "xx", scheme: 7, timeZone: "Moon/Base", weekStart: 9, hijri: "no" }],
  ])("of %s are the defaults", (_, stored) => expect(settingsOf(stored)).toEqual(defaultSettings));

  test("contain only what differs from the defaults", () => {
    const chosen = { ...defaultSettings, scheme: "dark", weekStart: 0, hijri: false } as const;
    expect(differencesOf(chosen)).toEqual({ scheme: "dark", weekStart: 0, hijri: false });
    expect(settingsOf(differencesOf(chosen))).toEqual(chosen);
  });
});

describe("the layout in stored settings", () => {
  const stored = (patch: object, before = {}) => patchedSettings(before, patch as never);

  test("is the vertical one by default, and what is unknown or not offered in a layout is its default", () => {
    expect(layoutSettingsOf({})).toMatchObject({
      layout: {
        style: "layout1",
        config: {
          mode: "fullwidth",
          scroll: "content",
          navbar: { display: true, folded: false, position: "left" },
          toolbar: { display: true, style: "fixed", position: "below" },
          footer: { display: false },
        },
      },
      theme: { main: "default", navbar: "default", toolbar: "default", footer: "default" },
      direction: null,
      animations: true,
    });
    const odd = {
      layout: { style: "layout9", config: { mode: "container", scroll: 7, navbar: "none" } },
      direction: 1,
    };
    expect(layoutSettingsOf(odd)).toEqual(layoutSettingsOf({}));
    const dense = layoutSettingsOf({ layout: { style: "layout3", config: { scroll: "content" } } }).layout.config;
    expect(dense).toMatchObject({ mode: "container", scroll: "body", toolbar: { position: "above" } });
  });

  test("is stored as what differs from the defaults of its layout", () => {
    expect(stored({ layout: { config: { navbar: { folded: true } } } })).toEqual({
      layout: { style: "layout1", config: { navbar: { folded: true } } },
    });
    const folded = stored({ layout: { config: { navbar: { folded: true } } } });
    expect(stored({ layout: { config: { navbar: { folded: false } } } }, folded)).toEqual({});
    expect(stored({ layout: { style: "layout3", config: { mode: "container" } } })).toEqual({
      layout: { style: "layout3" },
    });
    expect(stored({ theme: { navbar: "slate" }, direction: "rtl" })).toEqual({
      theme: { navbar: "slate" },
      direction: "rtl",
    });
  });

  test("starts with the defaults of a layout that the user changes to", () => {
    const right = stored({ layout: { config: { navbar: { position: "right" }, mode: "boxed" } } });
    expect(stored({ layout: { style: "layout2" } }, right)).toEqual({ layout: { style: "layout2" } });
  });

  test("keeps what other applications store", () => {
    const before = { chart: { legend: true }, theme: { main: "tech" } };
    expect(stored({ theme: { main: "default" } }, before)).toEqual({ chart: { legend: true } });
  });

  test("applies every value of every option", () => {
    const values = (options: object): [string[], unknown][] =>
      Object.entries(options).flatMap(([name, allowed]: [string, unknown]): [string[], unknown][] =>
        Array.isArray(allowed)
          ? allowed.map((value): [string[], unknown] => [[name], value])
          : values(allowed as object).map(([path, value]): [string[], unknown] => [[name, ...path], value]),
      );
    for (const style of layoutStyles)
      for (const [path, value] of values(layoutOptions[style])) {
        const config = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
        const applied = layoutSettingsOf(stored({ layout: { style, config } })).layout.config;
        expect(path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], applied)).toBe(value);
      }
  });
});

test("the address gives settings for one load of the page, and unreadable ones are ignored", () => {
  const search = `?defaultSettings=${encodeURIComponent('{"layout":{"style":"layout2"}}')}`;
  const stored = { layout: { style: "layout3", config: { mode: "boxed" } }, animations: false };
  expect(mergeSettings(stored, addressSettings(search))).toEqual({
    layout: { style: "layout2", config: { mode: "boxed" } },
    animations: false,
  });
  for (const odd of ["", "?defaultSettings=", "?defaultSettings={", "?defaultSettings=[1]", "?defaultSettings=null"])
    expect(addressSettings(odd)).toEqual({});
});

test("a change wins over the address, and what the address has is not stored", () => {
  localStorage.setItem("mizan.settings", JSON.stringify({ animations: false }));
  applyAddressSettings(`?defaultSettings=${encodeURIComponent('{"theme":{"main":"tech"},"direction":"rtl"}')}`);
  expect(readEffectiveSettings()).toEqual({ animations: false, theme: { main: "tech" }, direction: "rtl" });
  changeAddressSettings({ theme: { main: "beach" } });
  expect(readEffectiveSettings()).toEqual({ animations: false, theme: { main: "beach" }, direction: "rtl" });
  expect(localStorage.getItem("mizan.settings")).toBe('{"animations":false}');
  applyAddressSettings("");
});

describe("applied settings", () => {
  const apply = (mizan: object) => applySettings({ mizan });

  test("decide the time zone of dates, times and today", async () => {
    const at = Date.parse("2026-11-20T23:30:00Z");
    await apply({ timeZone: "Asia/Riyadh" });
    expect([formatDate("en", at), formatTime("en", at), localDay(at)]).toEqual(["21 Nov 2026", "02:30", "2026-11-21"]);
    await apply({ timeZone: "America/Los_Angeles" });
    expect([formatDate("en", at), formatTime("en", at), localDay(at)]).toEqual(["20 Nov 2026", "15:30", "2026-11-20"]);
  });

  test("leave a day without a time as it is", async () => {
    await apply({ timeZone: "Pacific/Auckland" });
    expect(formatDate("en", "2026-11-20")).toBe("20 Nov 2026");
  });

  test("decide the first day of the week, else the language does", async () => {
    expect([readDateSettings("en").weekStart, readDateSettings("ar").weekStart]).toEqual([1, 0]);
    await apply({ weekStart: 6 });
    expect([readDateSettings("en").weekStart, readDateSettings("ar").weekStart]).toEqual([6, 6]);
  });

  test("decide the digits of Arabic texts, and of no others", async () => {
    expect([formatNumber("ar", 1250), formatNumber("en", 1250)]).toEqual(["1,250", "1,250"]);
    await apply({ digits: "arab" });
    expect([formatNumber("ar", 1250), formatNumber("en", 1250)]).toEqual(["١٬٢٥٠", "1,250"]);
  });

  test("decide the direction of the page, else the language does", async () => {
    await applySettings({ direction: "rtl" });
    expect(document.documentElement.dir).toBe("rtl");
    await applySettings({});
    expect(document.documentElement.dir).toBe("ltr");
  });

  test("leave colours that were switched for this browser alone", async () => {
    await apply({ scheme: "dark" });
    localStorage.setItem("mizan.colorScheme", "light");
    await apply({ scheme: "dark" });
    expect(localStorage.getItem("mizan.colorScheme")).toBe("light");
    await apply({});
    expect([localStorage.getItem("mizan.colorScheme"), readSettings()]).toEqual(["auto", defaultSettings]);
  });
});
