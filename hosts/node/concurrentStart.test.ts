import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { administer, settingsFor, urlOf } from "#api/testing/testServer.ts";
import { bundleProgram, type Killable, makeFolder, startProgram } from "#hosts/node/testing/killable.ts";

const source = inject("testDatabase");
const program = await bundleProgram(new URL("./testing/startOnce.ts", import.meta.url));
const root = makeFolder();
const role = `app_${randomBytes(4).toString("hex")}`;
afterAll(async () => {
  rmSync(dirname(program), { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
  if (source.engine === "postgres") await administer(source, `drop role if exists ${role}`);
});

const key = "5e".repeat(32);
const bucket = {
  S3_ENDPOINT: "http://127.0.0.1:9",
  S3_BUCKET: "mizan",
  S3_ACCESS_KEY_ID: "a",
  S3_SECRET_ACCESS_KEY: "b",
};

type StartEnvironment = Readonly<Record<string, string>>;

/** An empty database. The application connects with a role that may only connect. */
async function emptyDatabase() {
  if (source.engine === "pglite") throw new Error("skipped above");
  const name = `${source.run}_${randomBytes(6).toString("hex")}`;
  await administer(source, `create database ${name} template template0`);
  await administer(
    source,
    `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then
       create role ${role} login password 'secret'; end if; end $$`,
  );
  onTestFinished(async () => {
    for (const each of started.splice(0)) each.process.kill("SIGKILL");
    await administer(source, `drop database ${name} with (force)`);
  });
  const settings = settingsFor(source, name);
  const started: Killable[] = [];
  const start = (given: StartEnvironment = {}, directory = randomBytes(4).toString("hex")) => {
    const environment = {
      DATA_DIR: join(root, directory),
      DATABASE_URL: urlOf(settings, role),
      MIGRATION_DATABASE_URL: urlOf(settings),
      CIPHER_KEY: key,
      ...given,
    };
    const host = startProgram(program, [JSON.stringify(environment)]);
    started.push(host);
    return host;
  };
  const ask = async (statement: string) => {
    const client = new Client(settings);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  return { start, ask };
}

const isReady = (lines: readonly string[]) => lines.some((line) => line.startsWith("ready "));
const isFailed = (lines: readonly string[]) => lines.some((line) => line.startsWith("failed "));
const stop = (host: Killable) => {
  host.process.kill("SIGTERM");
  return host.ended;
};
/** The message of a process that could not start. */
async function refusalOf(host: Killable): Promise<string> {
  await host.until(isFailed);
  return host.lines().find((line) => line.startsWith("failed "))!;
}

// Two processes on one database need a database server.
describe.skipIf(source.engine === "pglite")("processes on one database", () => {
  test.each([1, 2, 3])("processes that start together on an empty database all come up, round %s", async () => {
    const { start, ask } = await emptyDatabase();
    const hosts = [1, 2, 3].map(() => start(bucket));
    await Promise.all(hosts.map((host) => host.until(isReady)));
    expect(await ask("select count(*)::int as count from house_facts where name = 'sample_data'")).toEqual([
      { count: 1 },
    ]);
    const twice = "select kind from jobs where kind like '%.sweep' group by kind having count(*) > 1";
    expect(await ask(twice)).toEqual([]);
    const administrators = "select count(*)::int as count from users where email_key = 'admin@mizan.example'";
    expect(await ask(administrators)).toEqual([{ count: 1 }]);
    expect(await Promise.all(hosts.map(stop))).toEqual(hosts.map(() => ({ code: 0, errors: "" })));
  });

  test("a start with another cipher key is refused, with instructions", async () => {
    const { start } = await emptyDatabase();
    const first = start({}, "of-key");
    await first.until(isReady);
    await stop(first);
    const second = start({ CIPHER_KEY: "ab".repeat(32) }, "of-key");
    expect(await refusalOf(second)).toMatch(/CIPHER_KEY: the key differs.*Set CIPHER_KEY to the key used so far/);
    const third = start({}, "of-key");
    await third.until(isReady);
    await stop(third);
  });

  test("a process that would store files elsewhere is refused while another one runs, and may take over after it", async () => {
    const { start, ask } = await emptyDatabase();
    const first = start({}, "here");
    await first.until(isReady);
    expect(await refusalOf(start({}, "there"))).toMatch(/keeps the files of this database in .*here.*S3_/);
    expect(await refusalOf(start(bucket, "there"))).toMatch(/keeps the files of this database in .*here/);
    // A killed process leaves its claim on the directory. A process with the same directory may start at once.
    first.process.kill("SIGKILL");
    await first.ended;
    const again = start({}, "here");
    await again.until(isReady);
    await stop(again);
    const after = start({}, "there");
    await after.until(isReady);
    expect(after.lines()).toContainEqual(
      expect.stringMatching(/files of this database were kept elsewhere.*here.*there/),
    );
    await ask("update house_facts set at = now() - interval '4 minutes' where name = 'file_store'");
    const taken = start({}, "here");
    await taken.until(isReady);
    await Promise.all([stop(after), stop(taken)]);
  });
});
