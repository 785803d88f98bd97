import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { administer, settingsFor, silent, urlOf } from "#api/testing/testServer.ts";
import { session } from "#features/access/session/contract.ts";
import { createPool, dbOf } from "#hosts/node/databasePool.ts";
import { type Killable, startProgram } from "#hosts/node/testing/killable.ts";
import { call, type Transport } from "#web/call.ts";

const administrator = { email: "till@mizan.test", password: "a long enough password" };

/** A server with calls in the name of its administrator. */
export type RunningServer = Killable & { readonly transport: Transport };

type Places = {
  /** The bundled host. */
  readonly program: string;
  /** Where the servers have their folders. */
  readonly root: string;
};

/** Two servers, as `npm start` starts them, on a database of their own. PGlite belongs to one process. */
export async function startTwoServers({ program, root }: Places) {
  const source = inject("testDatabase");
  if (source.engine === "pglite") throw new Error("skip this test on PGlite");
  const name = `${source.run}_${randomBytes(6).toString("hex")}`;
  await administer(source, `create database ${name} template ${source.template} strategy file_copy`);
  const settings = settingsFor(source, name);
  const pool = createPool(settings, { log: silent, connections: 4 });
  const servers: RunningServer[] = [];
  onTestFinished(async () => {
    for (const { process: server } of servers) server.kill("SIGKILL");
    await pool.end();
    await administer(source, `drop database ${name} with (force)`);
  });
  const db = dbOf(pool);
  for (const directory of ["one", "two"])
    servers.push(await startServer(program, { directory: join(root, name, directory), databaseUrl: urlOf(settings) }));
  return { servers, db };
}

type ServerPlaces = { readonly directory: string; readonly databaseUrl: string };

async function startServer(program: string, { directory, databaseUrl }: ServerPlaces): Promise<RunningServer> {
  const server = startProgram(program, [], {
    PORT: "0",
    DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    CIPHER_KEY: "5e".repeat(32),
    SAMPLE_DATA: "none",
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    // Files can't be in the folder of one of the two.
    S3_ENDPOINT: "http://127.0.0.1:9",
    S3_BUCKET: "mizan",
    S3_ACCESS_KEY_ID: "a",
    S3_SECRET_ACCESS_KEY: "b",
  });
  const portIn = (lines: readonly string[]) => /http:\/\/[^:/ ]+:(\d+)/.exec(lines.join("\n"))?.[1];
  await server.until((lines) => portIn(lines) !== undefined);
  const port = portIn(server.lines())!;
  const anonymous: Transport = (request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(`http://127.0.0.1:${port}${pathname}${search}`, request));
  };
  const { accessToken } = await call(anonymous, session.signIn, {
    mt_email: administrator.email,
    mt_password: administrator.password,
  });
  const transport: Transport = (request) => {
    const headers = new Headers(request.headers);
    headers.set("x-access-token", accessToken);
    return anonymous(new Request(request, { headers }));
  };
  return { ...server, transport };
}
