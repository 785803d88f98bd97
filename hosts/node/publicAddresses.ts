import { BlockList, isIPv6 } from "node:net";

// The ranges that the IANA special-purpose registries (RFC 6890 and its updates) do not call globally reachable, and
// multicast.
const insideIPv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

// Within 2000::/3, which contains all public addresses: Teredo and 6to4 contain an IPv4 address, the others are for
// documentation.
const insideIPv6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const inside = new BlockList();
for (const [network, bits] of insideIPv4) inside.addSubnet(network, bits, "ipv4");
for (const [network, bits] of insideIPv6) inside.addSubnet(network, bits, "ipv6");
const publicIPv6 = new BlockList();
publicIPv6.addSubnet("2000::", 3, "ipv6");

/** Whether a resolved IP address belongs to the public internet (reliability R23). */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !inside.check(address, "ipv4");
  return publicIPv6.check(address, "ipv6") && !inside.check(address, "ipv6");
}
