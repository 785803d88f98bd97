import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { externals } from "#tools/bundle.mjs";
import { checkoutTree } from "#tools/tree.ts";

// Nothing builds the image here. These tests check the text of its Dockerfile instead.
const app = checkoutTree();
const read = (path: string) => readFileSync(path, "utf8");
const instructions = instructionsOf(read("Dockerfile"));
const finalStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
const argumentsOf = (name: string, among = instructions) =>
  among.filter((each) => each.name === name).map((each) => each.text);
const isThere = (path: string) => app.paths.some((each) => each === path || each.startsWith(`${path}/`));
const secret = /password|secret|token|_auth|private.?key/i;

describe("the image", () => {
  const allowed = read(".dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));

  test("is built only from what .dockerignore names, and all of that exists", () => {
    expect(
      read(".dockerignore")
        .split("\n")
        .find((line) => line !== "" && !line.startsWith("#")),
    ).toBe("*");
    expect(allowed.filter((path) => !isThere(path))).toEqual([]);
  });

  test("copies only existing sources that .dockerignore allows", () => {
    const copied = argumentsOf("COPY")
      .filter((text) => !text.startsWith("--from="))
      .flatMap((text) => text.split(/\s+/).slice(0, -1));
    expect(copied.length).toBeGreaterThan(3);
    expect(copied.filter((path) => path !== "." && !(allowed.includes(path) && isThere(path)))).toEqual([]);
  });

  test("contains every source that the build reads", () => {
    const rooms = ["api", "base", "database", "demos", "features", "hosts", "tools", "web"];
    expect(rooms.filter((room) => !allowed.includes(room))).toEqual([]);
  });

  test("installs the packages that the bundle leaves out, and no others", () => {
    const taken = argumentsOf("COPY", finalStage).flatMap(
      (text) => /node_modules\/(\S+) \.\/node_modules\/\1$/.exec(text)?.[1] ?? [],
    );
    // pg-native is optional for `pg`, and not installed.
    const needed = externals.filter((name) => name !== "pg-native").map((name) => name.split("/")[0]);
    expect(new Set(taken)).toEqual(new Set(needed));
  });

  test("contains no secret", () => {
    expect(allowed.filter((path) => /^\.env|^data$|^\.git$|\.pem$|\.key$/.test(path))).toEqual([]);
    expect([...argumentsOf("ENV"), ...argumentsOf("ARG")].filter((text) => secret.test(text))).toEqual([]);
    expect(read(".npmrc")).not.toMatch(secret);
  });

  test("runs as an unprivileged user, on a supported Node", () => {
    const user = argumentsOf("USER", finalStage).at(-1);
    expect(user).toBe("node");
    const base = /^node:(\d+)-slim/.exec(argumentsOf("FROM", finalStage)[0] ?? "");
    const least = /\d+/.exec(JSON.parse(read("package.json")).engines.node);
    expect(Number(base?.[1])).toBeGreaterThanOrEqual(Number(least?.[0]));
  });

  test("checks its health at the host's own endpoint", () => {
    const [health = ""] = argumentsOf("HEALTHCHECK", finalStage);
    const path = /'(\/[a-z]+)'/.exec(health)?.[1];
    expect(read("hosts/node/server.ts")).toContain(`app.get("${path}"`);
    const command: string[] = JSON.parse(health.slice(health.indexOf("[")));
    expect(command.slice(0, 2)).toEqual(["node", "-e"]);
    expect(parseSync("health.js", command[2] ?? "").errors).toEqual([]);
  });

  test("starts what the build wrote, reachable from outside the container", () => {
    expect(JSON.parse(argumentsOf("CMD", finalStage)[0] ?? "[]")).toEqual([
      "node",
      "--max-semi-space-size=8",
      "dist/node/main.mjs",
    ]);
    expect(argumentsOf("ENV", finalStage).join(" ")).toContain("HOST=0.0.0.0");
  });
});

describe("compose.yaml", () => {
  const { services, volumes, configs } = parse(read("compose.yaml"));

  test("starts Mizan once its database is healthy, at the configured URL", () => {
    expect(services.mizan.depends_on).toEqual({ database: { condition: "service_healthy" } });
    expect(services.database.healthcheck.test[1]).toContain("pg_isready");
    const { DATABASE_URL, MIGRATION_DATABASE_URL } = services.mizan.environment;
    const [called, owner] = [DATABASE_URL, MIGRATION_DATABASE_URL].map(
      (address: string) => new URL(address.replace(/\$\{\w+\}/, "p")),
    );
    expect([called?.hostname, called?.username, called?.pathname]).toEqual(["database", "mizan_app", "/mizan"]);
    expect([owner?.hostname, owner?.username, owner?.pathname]).toEqual(["database", "mizan", "/mizan"]);
    expect(services.database.environment).toMatchObject({ POSTGRES_USER: "mizan", POSTGRES_DB: "mizan" });
  });

  test("creates the role for calls, with the configured password and without any other right", () => {
    expect(services.database.configs).toEqual([
      { source: "app-role", target: "/docker-entrypoint-initdb.d/app-role.sh" },
    ]);
    const script: string = configs["app-role"].content;
    expect(script).toMatch(
      /\\getenv password APP_PASSWORD\ncreate role mizan_app login nosuperuser nocreatedb nocreaterole password :'password';/,
    );
    expect(services.mizan.environment.DATABASE_URL).toContain(":${APP_PASSWORD}@");
    // Dollar signs are escaped, so that compose does not replace variables itself.
    expect(script.match(/\$+\w+/g)?.filter((name) => !name.startsWith("$$"))).toEqual([]);
  });

  test("contains no secret, and does not start without the required one", () => {
    const settings = Object.entries<string | null>({ ...services.mizan.environment, ...services.database.environment });
    expect(settings.filter(([name, value]) => secret.test(name) && value?.startsWith("${") === false)).toEqual([]);
    for (const name of ["POSTGRES_PASSWORD", "APP_PASSWORD"])
      expect(services.database.environment[name]).toContain(":?");
  });

  test("publishes the image's port, and stores the data of both services in volumes", () => {
    const [exposed] = argumentsOf("EXPOSE", finalStage);
    expect(services.mizan.ports).toEqual([`127.0.0.1:${exposed}:${exposed}`]);
    const [kept] = argumentsOf("VOLUME", finalStage);
    expect(services.mizan.volumes).toEqual([`mizan:${kept}`]);
    expect(Object.keys(volumes)).toEqual(["mizan", "database"]);
  });

  test("sets only settings that the host reads", () => {
    const readers = ["config", "fileSettings", "providerSettings"].map((name) => read(`hosts/node/${name}.ts`)).join();
    expect(Object.keys(services.mizan.environment).filter((name) => !readers.includes(`"${name}"`))).toEqual(
      // Read directly from the environment.
      ["ADMIN_EMAIL", "ADMIN_PASSWORD"].filter((name) => readers.includes(`environment.${name}`)),
    );
  });

  test("passes on every documented setting that the image does not fix, and no other", () => {
    const rows = read("docs/configuration.md").match(/^\| `[A-Z].*$/gm) ?? [];
    const settings = rows.flatMap((row) => row.split(" | ")[0]?.match(/[A-Z][A-Z0-9_]+/g) ?? []);
    const fixed = ["PORT", "HOST", "DATA_DIR", "DATABASE"];
    expect(settings).toEqual(expect.arrayContaining([...fixed, "SMTP_URL", "OIDC_CLIENT_SECRET"]));
    expect(Object.keys(services.mizan.environment).sort()).toEqual(
      settings.filter((name) => !fixed.includes(name)).sort(),
    );
  });
});

/** The instructions of a Dockerfile, with continued lines joined and comments removed. */
function instructionsOf(text: string) {
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? expect.fail(`not an instruction: ${line}`);
      return { name, text: rest };
    });
}
