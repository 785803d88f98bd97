import { expect, test } from "vitest";
import { networkOf } from "#api/networks.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
  ["", "unknown"],
  ["not an address", "not an address"],
  ["1:2:3", "1:2:3"],
  ["1::2::3", "1::2::3"],
])("counts %j as %j", (address, network) => expect(networkOf(address)).toBe(network));

test("counts 4,096 addresses of one /64 as one network", () => {
  const networks = Array.from({ length: 4096 }, (_, host) =>
    networkOf(`2001:db8:1:2:aaaa:bbbb:cccc:${host.toString(16)}`),
  );
  expect(new Set(networks).size).toBe(1);
});
