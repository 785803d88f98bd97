import { useState } from "react";

/** What of the world is seen: its middle, and how many degrees of longitude across. */
export type MapView = { readonly latitude: number; readonly longitude: number; readonly width: number };
type Point = { readonly latitude: number; readonly longitude: number };

const widest = 360;
/** In degrees: how close one or more nearby points are seen at first. */
const narrow = 8;
// About two kilometres at the equator.
const narrowest = 0.02;
const stepIn = 2;
const panPart = 0.15;

/** The part of the map that is looked at, and how keys and buttons move it. Begins with all of the points in sight. */
export function useMapView(points: readonly Point[], aspect: number) {
  const [view, setView] = useState<MapView>(() => fitting(points, aspect));
  // A point that was pasted may be far from what is seen.
  const place = points.length === 1 ? points[0]! : null;
  const [seen, setSeen] = useState(place);
  if (place && (place.latitude !== seen?.latitude || place.longitude !== seen.longitude)) {
    setSeen(place);
    if (!isInside(place, view, aspect)) setView(fitting(points, aspect));
  }
  const zoom = (by: number, around: Point = view) =>
    setView((before) => {
      const width = clamp(before.width / by, narrowest, widest);
      const part = 1 - width / before.width;
      return within(
        {
          width,
          latitude: before.latitude + (around.latitude - before.latitude) * part,
          longitude: before.longitude + (around.longitude - before.longitude) * part,
        },
        aspect,
      );
    });
  const pan = (degreesEast: number, degreesNorth: number) =>
    setView((before) =>
      within(
        { ...before, latitude: before.latitude + degreesNorth, longitude: before.longitude + degreesEast },
        aspect,
      ),
    );
  /** Answers whether the key means something to a map. East is right in every language. */
  const handleKey = (key: string): boolean => {
    const step = view.width * panPart;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => pan(-step, 0),
      ArrowRight: () => pan(step, 0),
      ArrowUp: () => pan(0, step),
      ArrowDown: () => pan(0, -step),
      "+": () => zoom(stepIn),
      "=": () => zoom(stepIn),
      "-": () => zoom(1 / stepIn),
      "0": () => setView(fitting(points, aspect)),
    };
    moves[key]?.();
    return key in moves;
  };
  return {
    view,
    pan,
    zoomIn: () => zoom(stepIn),
    zoomOut: () => zoom(1 / stepIn),
    fit: () => setView(fitting(points, aspect)),
    handleKey,
  };
}

/** All points with some room around; the whole world where there is none. */
function fitting(points: readonly Point[], aspect: number): MapView {
  if (points.length === 0) return { latitude: 10, longitude: 0, width: widest };
  const [latitudes, longitudes] = [points.map((point) => point.latitude), points.map((point) => point.longitude)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  // A single point is seen with the borders and coasts around it: the outline knows no more.
  const width = Math.max((east - west) * 1.4, ((north - south) * 1.4) / aspect, narrow);
  return within(
    { latitude: (south + north) / 2, longitude: (west + east) / 2, width: Math.min(width, widest) },
    aspect,
  );
}

const isInside = ({ latitude, longitude }: Point, view: MapView, aspect: number) =>
  Math.abs(longitude - view.longitude) < view.width / 2 &&
  Math.abs(latitude - view.latitude) < (view.width * aspect) / 2;

function within({ latitude, longitude, width }: MapView, aspect: number): MapView {
  const height = width * aspect;
  const highest = Math.max(0, 90 - height / 2);
  const furthest = Math.max(0, 180 - width / 2);
  return {
    width,
    latitude: clamp(latitude, -highest, highest),
    longitude: clamp(longitude, -furthest, furthest),
  };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
