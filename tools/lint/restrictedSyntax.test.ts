import { describe, expect, test } from "vitest";
import { bannedWords, bans, spelledPermissions } from "#tools/lint/restrictedSyntax.ts";
import { plantedTree } from "#tools/tree.ts";

const service = "features/catalogue/brands/api/service.ts";
const screen = "features/catalogue/brands/web/BrandScreen.tsx";

/** Examples that each rule refuses, and similar ones that it allows. */
const planted: Record<string, { refused: [path: string, text: string][]; allowed: [path: string, text: string][] }> = {
  "SQL put together of texts": {
    refused: [
      [service, "export const order = (by: string) => sql.raw(`order by ${by}`);"],
      [service, "export const order = (by: string) => sql.raw(by);"],
      [service, 'export const order = (isNewest: boolean, by: string) => sql.raw(isNewest ? "desc" : by);'],
      [service, "export const find = (name: string) => db.execute(`select from brands where name = '${name}'`);"],
      [service, 'export const find = (name: string) => client.query("select \'" + name + "\'");'],
    ],
    allowed: [
      [service, "export const find = (name: string) => db.execute(sql`select from brands where name = ${name}`);"],
      [service, 'export const order = (isNewest: boolean) => sql.raw(isNewest ? "desc" : "asc");'],
      [service, "export const always = sql.raw(`ended_at is null`);\nexport const one = client.query('select 1');"],
      ["features/catalogue/brands/api/service.test.ts", "export const order = (by: string) => sql.raw(by);"],
    ],
  },
  "the ambient clock in a service": {
    refused: [
      [service, "export const now = new Date();"],
      [service, "export const now = Date.now();"],
      ["base/time.ts", "export const now = () => new Date();"],
      ["features/catalogue/brands/rules.ts", "export const isOver = () => Date.now() > 1;"],
    ],
    allowed: [
      [
        service,
        "export const at = new Date(0);\n// new Date() and Date.now() are banned\nexport const s = 'new Date()';",
      ],
      [screen, "export const now = new Date();"],
      ["hosts/node/main.ts", "export const now = new Date();"],
    ],
  },
  "work in somebody's name whose rights were read earlier": {
    refused: [
      [service, "export const act = (ctx: Ctx, actor: Actor) => work({ ...ctx, actor });"],
      ["demos/todo/api/jobs.ts", "export const act = (inner: Ctx) => work({ ...inner, actor: kept, requestId });"],
    ],
    allowed: [
      [service, "export const asNobody = (ctx: Ctx) => work({ ...ctx, actor: null });"],
      [service, "export const said = (facts: Facts, actor: Actor) => ({ ...facts, actor });"],
      ["api/jobActor.ts", "export const act = (ctx: Ctx, actor: Actor) => ({ ...ctx, actor });"],
      [
        "features/catalogue/brands/api/service.test.ts",
        "export const act = (ctx: Ctx, actor: Actor) => work({ ...ctx, actor });",
      ],
    ],
  },
  "the whole of zod under one name": {
    refused: [
      [service, 'import { z } from "zod";'],
      ["base/list.ts", 'import { z } from "zod/mini";'],
    ],
    allowed: [[service, 'import * as z from "zod";']],
  },
  "the large zod on the wire": {
    refused: [
      ["features/catalogue/brands/contract.ts", 'import * as z from "zod";'],
      ["base/list.ts", 'import * as z from "zod";'],
      [screen, 'import * as z from "zod";'],
    ],
    allowed: [
      ["features/catalogue/brands/contract.ts", 'import * as z from "zod/mini";'],
      ["hosts/node/config.ts", 'import * as z from "zod";'],
    ],
  },
  "a default export": {
    refused: [[screen, "export default function BrandScreen() {}"]],
    allowed: [["vitest.config.ts", "export default {};"]],
  },
  "a barrel": {
    refused: [
      ["web/ui.ts", 'export * from "#web/ui/Toast.tsx";'],
      ["web/ui.ts", 'export { Toast } from "./ui/Toast.tsx";'],
    ],
    allowed: [["web/ui/icons.ts", 'export { IconX } from "@tabler/icons-react";\nexport const a = 1;']],
  },
  "an enum": {
    refused: [[service, "export enum Status { active }"]],
    allowed: [[service, 'export type Status = "active";']],
  },
  any: {
    refused: [
      [service, "export const f = (a: any) => a;"],
      [service, "export const f = (a: unknown) => a as any;"],
      ["base/list.test.ts", "export type A = Record<string, any>;"],
    ],
    allowed: [[service, "export const any = 1; // any"]],
  },
  "a class that is no error": {
    refused: [
      [service, "export class BrandService {}"],
      [service, 'import { Base } from "#api/base.ts";\nexport class BrandService extends Base {}'],
      [screen, 'import { Component } from "react";\nexport class BrandScreen extends Component {}'],
    ],
    allowed: [
      ["base/refusal.ts", "export class Refusal extends Error {}"],
      [
        "web/ui/ErrorBoundary.tsx",
        'import { Component } from "react";\nexport class ErrorBoundary extends Component {}',
      ],
      [
        "hosts/node/durable.ts",
        'import { NodeFS } from "@electric-sql/pglite/nodefs";\nexport class Durable extends NodeFS {}',
      ],
    ],
  },
  "a day read through an instant": {
    refused: [
      [screen, "export const shown = (day: string) => formatDate(language, `${day}T12:00`);"],
      [screen, 'export const shown = (day: string) => new Date(day + "T00:00:00Z");'],
      ["web/list/Days.tsx", "export const today = new Date().toISOString().slice(0, 10);"],
      [screen, "export const shown = (day: string) => new Date(day).getDate();"],
      [screen, "export const at = (row: Row) => Date.parse(row.expiresOn);"],
      [screen, "export const shown = ({ lastDay }: Row) => formatDateTime(language, lastDay);"],
    ],
    allowed: [
      [screen, "export const shown = (day: string) => formatDate(language, day);"],
      [screen, "export const at = new Date(now).toISOString();"],
      [screen, "export const shown = ({ endsAt }: Row) => formatDateTime(language, endsAt);"],
      [service, "export const at = (day: string) => `${day}T00:00:00.000Z`;"],
      ["web/days.test.ts", "export const at = (day: string) => `${day}T00:00`;"],
    ],
  },
  "a date or time field of the browser": {
    refused: [
      [screen, 'export const day = <input type="date" />;'],
      [screen, 'export const at = <TextInput label="At" type="datetime-local" />;'],
      [screen, 'export const time = <input type={"time"} />;'],
      [screen, 'export const period = <input type={isMonth ? "month" : "text"} />;'],
      ["web/record/WeekField.tsx", 'export const week = <TextInput type="week" />;'],
    ],
    allowed: [
      [screen, 'export const day = <DateField label="Day" value={day} onChange={setDay} />;'],
      [screen, 'export const email = <input type="email" />;\nexport const axis = <Axis kind="date" />;'],
      ["features/catalogue/brands/fields.ts", 'export const field = { type: "date" };'],
    ],
  },
  "a search field without its key": {
    refused: [
      [screen, 'export const search = <TextInput type="search" />;'],
      ["demos/files/web/FileList.tsx", 'export const search = <input type="search" />;'],
    ],
    allowed: [
      ["web/list/SearchBox.tsx", 'export const search = <TextInput type="search" />;'],
      ["demos/todo/web/ListHead.tsx", 'export const search = <TextInput type="search" />;'],
      [screen, 'export const search = <SearchBox label="Name" value={q} onChange={setQ} />;'],
    ],
  },
  "a way up and down again": {
    refused: [[service, 'import { a } from "../../../base/a.ts";']],
    allowed: [
      [service, 'import { a } from "#base/a.ts";'],
      [screen, 'import styles from "./BrandScreen.module.css";'],
      ["tools/a.mjs", 'import { a } from "../base/a.ts";'],
    ],
  },
};

describe("a rule", () => {
  test("has examples, every one", () => {
    expect(Object.keys(planted)).toEqual(bans.map((ban) => ban.name));
  });

  test.each(bans)(
    "on $name refuses its examples once, with their place, and allows similar ones",
    ({ name, instead }) => {
      const { refused, allowed } = planted[name] ?? expect.fail(`nothing planted for ${name}`);
      const complaintsOn = ([path, text]: [string, string]) =>
        bannedWords(plantedTree({ [path]: text })).filter((line) => line.includes(`: ${name}; write ${instead}`));

      for (const each of refused) {
        expect(complaintsOn(each)).toHaveLength(1);
        expect(complaintsOn(each)[0]).toMatch(new RegExp(`^${each[0]}:\\d+: `));
      }
      for (const each of allowed) expect(complaintsOn(each)).toEqual([]);
    },
  );
});

describe("a permission", () => {
  const contract =
    'export const brands = { list: operation({ permission: "brands.read" }), me: operation({ permission: "session" }) };';
  const complaintsOn = (path: string, text: string) =>
    spelledPermissions(plantedTree({ "features/catalogue/brands/contract.ts": contract, [path]: text }));

  test("of a contract is refused in a screen", () => {
    expect(complaintsOn(screen, 'export const may = can("brands.read");')).toEqual([
      `${screen}:1: a spelled permission; name the operation, which knows it`,
    ]);
    expect(complaintsOn("web/layout/Menu.tsx", 'export const needs = "brands.read";')).toHaveLength(1);
  });

  test("is not a message key or any other text, and services may spell it", () => {
    expect(
      complaintsOn(
        screen,
        'const words = useMessages("brands"); words("brands.read"); const a = "brands.title"; const b = "session";',
      ),
    ).toEqual([]);
    expect(complaintsOn(service, 'export const permission = "brands.read";')).toEqual([]);
  });
});
