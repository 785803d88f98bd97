import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from "react";
import classes from "#features/retail/retailers/locations/web/LocationMap.module.css";
import type { Point } from "#features/retail/retailers/locations/rules.ts";
import { outlineIn, scaleOf } from "#features/retail/retailers/locations/rules/worldOutline.ts";
import { useWorld } from "#features/retail/retailers/locations/web/useWorld.ts";
import { type MapView, useMapView } from "#features/retail/retailers/locations/web/useMapView.ts";
import type { Location } from "#features/retail/retailers/locations/contract.ts";
import { formatNumber } from "#web/formats.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { IconMap, IconZoomIn, IconZoomOut } from "#web/ui/icons.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

export type MapPoint = {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly isPrimary?: boolean;
};

type LocationMapProps = {
  readonly points: readonly MapPoint[];
  /** What is in sight at first, and when it moves out of sight; by default all points. */
  readonly around?: readonly Point[];
  readonly selectedId?: string | null;
  readonly onSelect?: (id: string) => void;
  /** A place was pointed at: with a click, or with Enter for the middle of what is seen. */
  readonly onPick?: (latitude: number, longitude: number) => void;
};

type Place = Pick<Location, "id" | "name" | "latitude" | "longitude" | "isPrimary">;

/** Those that have coordinates. */
export const pointsOf = (places: readonly Place[]): MapPoint[] =>
  places.flatMap(({ id, name, latitude, longitude, isPrimary }) =>
    latitude === null || longitude === null ? [] : [{ id, name, latitude, longitude, isPrimary }],
  );

const gridSteps = [30, 10, 5, 1, 0.5, 0.1, 0.05, 0.01];
/** A press that moves no further than this is a click. */
const clickPx = 4;

/** Points on the outline of the land, without anybody's tiles. Moved by pointer, keys and buttons. */
export function LocationMap({ points, around = points, selectedId = null, onSelect, onPick }: LocationMapProps) {
  const t = useMessages("retailers");
  const isPhone = useIsPhone();
  const aspect = isPhone ? 0.9 : 0.4;
  const { view, pan, zoomIn, zoomOut, fit, handleKey } = useMapView(around, aspect);
  const { land, borders } = useOutline(view);
  const { handlers } = usePointer({ view, pan, onPick });
  const handleKeyDown = (event: KeyboardEvent) => {
    const isPick = event.key === "Enter" && onPick !== undefined && event.target === event.currentTarget;
    if (isPick) onPick(rounded(view.latitude), rounded(view.longitude));
    if (isPick || handleKey(event.key)) event.preventDefault();
  };
  const height = view.width * aspect;
  const [left, top] = [view.longitude - view.width / 2, -view.latitude - height / 2];
  const radius = view.width / (isPhone ? 45 : 110);
  return (
    <div className={classes.frame}>
      {/* The arrows move it, so it takes the focus. East is right whatever the language. */}
      <svg
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t(onPick ? "map.pickLabel" : "map.label", { count: points.length })}
        className={classes.map}
        viewBox={`${left} ${top} ${view.width} ${height}`}
        onKeyDown={handleKeyDown}
        {...handlers}
      >
        {/* The world goes on where it ends. */}
        {(view.width > 180 ? [-360, 0, 360] : [0]).map((turn) => (
          <g key={turn} transform={`translate(${turn} 0)`}>
            <path className={classes.land} d={land} />
            <path className={classes.border} d={borders} />
          </g>
        ))}
        <Grid left={left} top={top} width={view.width} height={height} />
        {points.map((point) => (
          <Marker
            key={point.id}
            point={point}
            radius={radius}
            isSelected={point.id === selectedId}
            {...(onSelect ? { onSelect: () => onSelect(point.id) } : {})}
          />
        ))}
        {onPick && <Cross view={view} size={radius} />}
      </svg>
      <div className={classes.tools}>
        <IconButton label={t("map.zoomIn")} size="sm" onClick={zoomIn}>
          <IconZoomIn size={18} aria-hidden />
        </IconButton>
        <IconButton label={t("map.zoomOut")} size="sm" onClick={zoomOut}>
          <IconZoomOut size={18} aria-hidden />
        </IconButton>
        <IconButton label={t("map.fit")} size="sm" onClick={fit}>
          <IconMap size={18} aria-hidden />
        </IconButton>
      </div>
      <Scale view={view} />
      <p className={classes.source}>
        <bdi dir="ltr">
          {rounded(view.latitude).toFixed(2)}, {rounded(view.longitude).toFixed(2)}
        </bdi>{" "}
        · {t("map.source")}
      </p>
    </div>
  );
}

/** The part of the world around what is seen, redrawn only when the view has left it. */
function useOutline({ latitude, longitude, width }: MapView) {
  const world = useWorld();
  const size = 2 ** Math.ceil(Math.log2(width));
  const [column, row] = [Math.floor(longitude / size), Math.floor(latitude / size)];
  return useMemo(
    () =>
      world === null
        ? { land: "", borders: "" }
        : outlineIn(world, {
            west: (column - 1) * size,
            east: (column + 2) * size,
            south: (row - 1) * size,
            north: (row + 2) * size,
          }),
    [world, size, column, row],
  );
}

function Scale({ view }: { readonly view: MapView }) {
  const t = useMessages("retailers");
  const language = useLanguage();
  const { km, part } = scaleOf(view);
  return (
    <span className={classes.scale} style={{ inlineSize: `${part * 100}%` }}>
      {t("coordinates.scale", { distance: formatNumber(language, km, km < 1 ? 1 : 0) })}
    </span>
  );
}

const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

type Dragged = {
  readonly view: MapView;
  readonly pan: (east: number, north: number) => void;
  readonly onPick: LocationMapProps["onPick"] | undefined;
};

/** Dragging moves the map along; a click that moved nothing picks. */
function usePointer({ view, pan, onPick }: Dragged) {
  const pressed = useRef<{ x: number; y: number; moved: number } | null>(null);
  const degreesPerPx = (map: Element) => view.width / map.getBoundingClientRect().width;
  const handleDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return;
    pressed.current = { x: event.clientX, y: event.clientY, moved: 0 };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const handleMove = (event: PointerEvent<SVGSVGElement>) => {
    const from = pressed.current;
    if (from === null) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    pressed.current = { x: event.clientX, y: event.clientY, moved: from.moved + Math.abs(dx) + Math.abs(dy) };
    const scale = degreesPerPx(event.currentTarget);
    pan(-dx * scale, dy * scale);
  };
  const handleUp = (event: PointerEvent<SVGSVGElement>) => {
    const from = pressed.current;
    pressed.current = null;
    if (from === null || from.moved > clickPx || onPick === undefined) return;
    const box = event.currentTarget.getBoundingClientRect();
    const scale = degreesPerPx(event.currentTarget);
    const east = (event.clientX - box.left - box.width / 2) * scale;
    const north = (box.top + box.height / 2 - event.clientY) * scale;
    onPick(rounded(view.latitude + north), rounded(view.longitude + east));
  };
  return {
    handlers: {
      onPointerDown: handleDown,
      onPointerMove: handleMove,
      onPointerUp: handleUp,
      onPointerCancel: handleUp,
    },
  };
}

type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Meridians and parallels, so that a stretch without a coast is not empty. */
function Grid({ left, top, width, height }: Box) {
  const step = gridSteps.find((each) => width / each >= 4) ?? 0.01;
  const along = (from: number, length: number) => {
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.floor(length / step) + 1 }, (_, place) => (first + place) * step);
  };
  return (
    <g className={classes.grid} aria-hidden>
      {along(left, width).map((x) => (
        <line key={`x${x}`} x1={x} x2={x} y1={top} y2={top + height} />
      ))}
      {along(top, height).map((y) => (
        <line key={`y${y}`} x1={left} x2={left + width} y1={y} y2={y} />
      ))}
    </g>
  );
}

type MarkerProps = {
  readonly point: MapPoint;
  readonly radius: number;
  readonly isSelected: boolean;
  readonly onSelect?: () => void;
};

function Marker({ point, radius, isSelected, onSelect }: MarkerProps) {
  const shape = (
    <circle
      cx={point.longitude}
      cy={-point.latitude}
      r={isSelected ? radius * 1.35 : radius}
      className={classes.point}
      data-primary={point.isPrimary || undefined}
      data-selected={isSelected || undefined}
    >
      <title>{point.name}</title>
    </circle>
  );
  if (onSelect === undefined) return shape;
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={point.name}
      aria-pressed={isSelected}
      className={classes.marker}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onSelect}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        onSelect();
      }}
    >
      {shape}
    </g>
  );
}

/** Where Enter picks. */
const Cross = ({ view, size }: { readonly view: MapView; readonly size: number }) => (
  <g className={classes.cross} aria-hidden>
    <line x1={view.longitude - size} x2={view.longitude + size} y1={-view.latitude} y2={-view.latitude} />
    <line x1={view.longitude} x2={view.longitude} y1={-view.latitude - size} y2={-view.latitude + size} />
  </g>
);
