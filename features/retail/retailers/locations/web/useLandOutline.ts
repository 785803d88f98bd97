import { useQuery } from "@tanstack/react-query";
import { useApiClient } from "#web/useApiClient.ts";

/** Natural Earth's land at 1:110m, in the public domain, as `world-atlas` packs it: TopoJSON with quantised arcs. */
type Land = {
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly number[])[][] }[] };
  };
};

/** The outline of the land as an SVG path in degrees, north up; null until it has arrived. */
export function useLandOutline(): string | null {
  const { queryClient } = useApiClient();
  const { data } = useQuery(
    {
      queryKey: ["land outline"],
      queryFn: async () => pathOf((await import("world-atlas/land-110m.json")) as unknown as Land),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  return data ?? null;
}

function pathOf({ arcs, transform, objects }: Land): string {
  const [scaleX, scaleY] = transform.scale;
  const [left, bottom] = transform.translate;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    // Each point is told from the one before it.
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scaleX + left, -(y * scaleY + bottom)] as const;
    });
  });
  const rings = objects.land.geometries.flatMap((geometry) => geometry.arcs.flat());
  // A negative number is an arc the other way round.
  const points = (ring: readonly number[]) => ring.flatMap((at) => (at < 0 ? lines[~at]!.toReversed() : lines[at]!));
  return rings.map((ring) => `M${unbroken(points(ring)).join("L")}Z`).join("");
}

/** Land that lies across the date line goes on beyond it, as the map does, and does not jump to the other end of the world. */
function unbroken(ring: readonly (readonly [number, number])[]): string[] {
  let turns = 0;
  return ring.map(([x, y], at) => {
    const step = x - (ring[at - 1]?.[0] ?? x);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return `${(x + turns * 360).toFixed(2)} ${y.toFixed(2)}`;
  });
}
