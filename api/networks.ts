/**
 * The part of the address space that one person or attacker controls: an IPv4 address, or the /64 of an IPv6
 * connection.
 *
 * Counting whole IPv6 addresses would give an attacker 2^64 counters (reliability, finding 8). `address` is what the
 * host determined of the peer. If it is not an address, it counts as a network with that name.
 */
export function networkOf(address: string): string {
  const bare = address.trim().toLowerCase().replace(/%.*$/, "");
  const mapped = /^(?:::ffff:|0:0:0:0:0:ffff:)(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped) return mapped;
  const groups = groupsOf(bare);
  if (groups === null) return bare === "" ? "unknown" : bare;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 0xff, groups[7]! >> 8, groups[7]! & 0xff].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight groups of an IPv6 address, with `::` filled in. Null if it is not one. */
function groupsOf(address: string): number[] | null {
  if (!address.includes(":")) return null;
  const halves = address.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const [head, tail] = halves;
  if (head === undefined || halves.length > 2) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: tail === undefined ? 0 : missing }, () => "0"), ...(tail ?? [])];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group)) ? groups.map((group) => parseInt(group, 16)) : null;
}
