import { expect, test, vi } from "vitest";
import { readConfig } from "#hosts/node/config.ts";
import { printWelcome } from "#hosts/node/welcome.ts";

test.each([
  ["127.0.0.1", "http://localhost:3000"],
  ["0.0.0.0", "http://localhost:3000"],
  ["::", "http://localhost:3000"],
  ["::1", "http://[::1]:3000"],
  ["192.0.2.7", "http://192.0.2.7:3000"],
])("on %s it prints %s, which a browser takes", (HOST, address) => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  printWelcome({
    config: readConfig({ HOST }),
    port: 3000,
    administrator: { email: "huda@example.com", password: null },
    database: "PostgreSQL",
  });
  expect(said.mock.calls.join()).toContain(`Mizan is ready:  ${address}\n`);
  said.mockRestore();
});
