import { latinDigits } from "#base/digits.ts";
import type { FieldError } from "#base/refusal.ts";
import type { LocationInput } from "#features/retail/retailers/locations/contract.ts";

/** A location of which only the name is missing. */
export const emptyLocation: LocationInput = {
  name: "",
  addressLine1: null,
  addressLine2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  timezone: null,
  latitude: null,
  longitude: null,
  gln: null,
  phone: null,
  isPrimary: false,
  status: "open",
};

export function locationErrors({ latitude, longitude }: LocationInput): FieldError[] {
  if ((latitude === null) === (longitude === null)) return [];
  const path = latitude === null ? "latitude" : "longitude";
  return [{ path, code: "point_incomplete", message: "Enter both latitude and longitude." }];
}

export type Point = { readonly latitude: number; readonly longitude: number };

/**
 * The point in a text that was pasted: decimal degrees, degrees with minutes and seconds, or a link to a map. Null if
 * there is none.
 *
 * `25.2697, 55.3095`, `25°16′11″N 55°18′34″E`, `25+16+11, 55+18+34`, `geo:25.27,55.31`, and links of Google Maps, Apple
 * Maps, Bing and OpenStreetMap. Latitude comes first, unless the hemispheres say otherwise.
 */
export function parseCoordinates(pasted: string): Point | null {
  const text = latinDigits(pasted)
    .replace(/\p{Cf}/gu, "")
    .replace(/[−–]/g, "-")
    .replaceAll("٫", ".")
    .replaceAll("،", ",")
    .trim();
  if (/^(?:https?:|geo:)/i.test(text)) return pointOfLink(decoded(text));
  const halves = halvesOf(text.toUpperCase());
  const angles = halves?.map(angleOf);
  if (!angles || angles.length !== 2 || angles.includes(null)) return null;
  const [first, second] = angles as [Angle, Angle];
  const isTurned = first.axis === "longitude" || second.axis === "latitude";
  if (isTurned && (first.axis === "latitude" || second.axis === "longitude")) return null;
  return pointOf(isTurned ? second.degrees : first.degrees, isTurned ? first.degrees : second.degrees);
}

/** Kilometres along the surface of the earth. */
export function distanceKm(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2;
  const across = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  const part = half(one.latitude, other.latitude) + across * half(one.longitude, other.longitude);
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(part));
}

const earthRadiusKm = 6371;

// The pin of a link before the middle of what it shows.
const number = "(-?\\d{1,3}(?:\\.\\d+)?)";
const linkPatterns = [
  `!3d${number}!4d${number}`,
  `mlat=${number}&mlon=${number}`,
  `[?&](?:q|query|ll|sll|destination|daddr)=(?:loc:)?${number},\\s*\\+?${number}`,
  `@${number},${number}`,
  `geo:${number},${number}`,
  `#map=\\d+/${number}/${number}`,
  `[?&]cp=${number}~${number}`,
].map((pattern) => new RegExp(pattern, "i"));

function pointOfLink(link: string): Point | null {
  for (const pattern of linkPatterns) {
    const match = pattern.exec(link);
    if (match) return pointOf(Number(match[1]), Number(match[2]));
  }
  return null;
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

/** Latitude and longitude are parted by a comma, by their hemispheres, or by being the only two numbers. */
function halvesOf(text: string): readonly string[] | null {
  const parts = text.split(/\s*[,;]\s*/);
  if (parts.length === 2) return parts;
  // Commas as decimal points: `25,2697 55,3095`.
  const numbers = text.split(/\s+/);
  if (numbers.length === 2) return numbers.map((each) => each.replace(",", "."));
  const before = /^([NSEW][^NSEW]+)([NSEW][^NSEW]+)$/.exec(text) ?? /^([^NSEW]+[NSEW])\s*([^NSEW]+[NSEW])$/.exec(text);
  return before && [before[1]!.trim(), before[2]!.trim()];
}

type Angle = { readonly degrees: number; readonly axis: "latitude" | "longitude" | null };

/** `25.2697`, `N 25 16 11`, `25°16′11.5″N` or `25+16+11`. */
function angleOf(text: string): Angle | null {
  const hemisphere = /[NSEW]/.exec(text)?.[0];
  const parts = text
    .replace(/[NSEW]/, "")
    .trim()
    .split(/[°º˚′'’″"”+:\s]+/)
    .filter(Boolean);
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map(Number);
  const isRight = parts.length <= 3 && parts.every((part) => /^-?\d{1,3}(?:\.\d*)?$/.test(part));
  if (!isRight || minutes >= 60 || seconds >= 60 || minutes < 0 || seconds < 0) return null;
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600;
  const isNegative = hemisphere === "S" || hemisphere === "W" || parts[0]!.startsWith("-");
  const axis = hemisphere === undefined ? null : "NS".includes(hemisphere) ? "latitude" : "longitude";
  return { degrees: isNegative ? -size : size, axis };
}

function pointOf(latitude: number, longitude: number): Point | null {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
  return { latitude: Math.round(latitude * 1e6) / 1e6, longitude: Math.round(longitude * 1e6) / 1e6 };
}
