import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNodeHost } from "./hosts.ts";

const folder = mkdtempSync(join(tmpdir(), "mizan-audit-"));
const dataDir = join(folder, "data");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type CommandResult = { code: number; output: string };

/** `npm run verify:audit`, without the tools around it. */
const verify = (...args: string[]) =>
  new Promise<CommandResult>((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    execFile(process.execPath, ["dist/node/verifyAudit.mjs", ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new Client({ host: join(dataDir, "run"), user: "mizan", database: "postgres" });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

let first: CommandResult;
let head: string;
beforeAll(async () => {
  first = await verify();
  const host = await startNodeHost({ dataDir });
  // The first entries are sealed by the first run of the job.
  let output: string;
  do {
    await sleep(500);
    ({ output } = await verify());
  } while (/intact: 0 sealed/.test(output));
  head = /--head: (\d+:[0-9a-f]{64})/.exec(output)?.[1] ?? output;
  await host.stop();
});

test("without a database there is nothing to verify, and the output says so", () => {
  expect(first).toMatchObject({ code: 2, output: expect.stringContaining("no database") as string });
});

test("a log is verified whether its host runs or not, and compared with a recorded seal", async () => {
  expect((await verify("--head", head)).code).toBe(0);
  const other = `${head.slice(0, -1)}${head.endsWith("0") ? "1" : "0"}`;
  expect(await verify("--head", other)).toMatchObject({
    code: 1,
    output: expect.stringContaining("was cut off") as string,
  });
  expect((await verify("--heed")).code).toBe(2);
});

test("one row that was changed directly in the database makes it exit with 1 and is named", async () => {
  const host = await startNodeHost({ dataDir });
  await asSuperuser(
    "alter table audit_log disable trigger all",
    "update audit_log set actor_name = 'Nobody' where id = (select min(id) + 1 from audit_log)",
    "alter table audit_log enable trigger all",
  );
  const broken = {
    code: 1,
    output: expect.stringMatching(/broken: entry \d+ is the first that is not as it was written/) as string,
  };
  expect(await verify()).toMatchObject(broken);
  await host.stop();
  expect(await verify()).toMatchObject(broken);
});
