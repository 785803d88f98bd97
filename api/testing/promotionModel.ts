/**
 * The promotion rule of features/assignments told a second time, over rows of plain values, with loops and no SQL: the two
 * can only agree by being right.
 */
export type World = {
  readonly products: readonly Product[];
  readonly retailers: readonly Retailer[];
  readonly certificates: readonly Certificate[];
  readonly recognitions: readonly Recognition[];
  /** Where a body that is not listed is warned of and in nobody's way. */
  readonly lenientMarkets: readonly string[];
};
export type Product = {
  id: string;
  status: string;
  brandStatus: string;
  relevance: string | null;
  hasMeat: boolean | null;
  /** What its category says of all that is in it. */
  categoryHasMeat: boolean | null;
};
export type Retailer = {
  id: string;
  parentId: string | null;
  status: string;
  country: string;
  timezone: string;
  policy: string;
  asksSlaughter: boolean;
  places: readonly { id: string; status: string }[];
};
export type Certificate = {
  id: string;
  bodyId: string;
  kind: string;
  state: string;
  from: string;
  to: string | null;
  timezone: string;
  supersededFrom: string | null;
  changedAt: string;
  stunning: string;
  holderId: string | null;
  lines: readonly { productId: string; removedAt: string | null }[];
  places: readonly string[];
};
export type Recognition = { market: string; bodyId: string; from: string | null; to: string | null };

const minute = 60_000;
export const zones = ["Europe/London", "Asia/Kuala_Lumpur", "America/Los_Angeles", "Asia/Karachi"];
const numeric = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;
const clocks = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat("en-CA", { timeZone, hourCycle: "h23", ...numeric })]),
);
/** What a clock in the zone shows, as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const parts = clocks.get(timeZone)!.formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)!.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}
const dayIn = (at: number, timeZone: string) => new Date(wallClock(at, timeZone)).toISOString().slice(0, 10);
const startsByDay = new Map<string, number>();
/** The instant at which a day begins in a zone. */
function startOfDay(day: string, timeZone: string): number {
  const known = startsByDay.get(day + timeZone);
  if (known !== undefined) return known;
  const wanted = Date.parse(`${day}T00:00:00Z`);
  for (let at = wanted - 15 * 60 * minute; at <= wanted + 15 * 60 * minute; at += 15 * minute) {
    if (wallClock(at, timeZone) !== wanted) continue;
    startsByDay.set(day + timeZone, at);
    return at;
  }
  throw new Error(`${day} does not begin in ${timeZone}`);
}
const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 60 * minute).toISOString().slice(0, 10);

type Standing = { readonly word: string; readonly since: number; readonly until: number };

function standing(certificate: Certificate, at: number): Standing {
  const starts = startOfDay(certificate.from, certificate.timezone);
  const dated = certificate.to === null ? Infinity : startOfDay(dayAfter(certificate.to), certificate.timezone);
  const handedOver = certificate.supersededFrom === null ? Infinity : Date.parse(certificate.supersededFrom);
  const until = Math.min(dated, handedOver);
  const { state } = certificate;
  const hasEnded = until <= at && (state === "verified" || state === "suspended");
  const since = hasEnded ? until : Date.parse(certificate.changedAt);
  const word = () => {
    if (["draft", "submitted", "changes_requested"].includes(state)) return "UNVERIFIED";
    if (state === "withdrawn") return "WITHDRAWN";
    if (state === "superseded" || handedOver <= at) return "SCOPE_REDUCED";
    if (until <= at) return "EXPIRED";
    if (state === "suspended") return "SUSPENDED";
    return starts > at ? "NOT_STARTED" : "STANDS";
  };
  return { word: word(), since, until };
}

function isRecognised({ recognitions }: World, bodyId: string, country: string, day: string): boolean {
  const list = recognitions.filter(
    ({ market: where, from, to }) => where === country && (from === null || from <= day) && (to === null || day <= to),
  );
  return list.length === 0 || list.some((each) => each.bodyId === bodyId);
}

/** Every certificate that names the product, with what each means now. */
function naming(world: World, productId: string, at: number) {
  return world.certificates.flatMap((certificate) => {
    if (certificate.state === "rejected") return [];
    return certificate.lines
      .filter((line) => line.productId === productId)
      .flatMap((line) => {
        const { word, since, until } = standing(certificate, at);
        if (line.removedAt === null) return [{ certificate, word, since, until }];
        return word === "UNVERIFIED"
          ? []
          : [{ certificate, word: "SCOPE_REDUCED", since: Date.parse(line.removedAt), until }];
      });
  });
}

const rank = (word: string) => ({ STANDS: 0, NOT_STARTED: 2, UNVERIFIED: 3 })[word] ?? 1;

type Lack = { readonly reason: string; readonly isTolerated: boolean };
const inTheWay = (reason: string): Lack => ({ reason, isTolerated: false });

function halalLack(world: World, product: Product, retailer: Retailer, at: number): Lack | null {
  const named = naming(world, product.id, at);
  const standingOnes = named.filter(({ word }) => word === "STANDS");
  if (standingOnes.length === 0) {
    const [best] = named.toSorted(
      (a, b) => rank(a.word) - rank(b.word) || b.since - a.since || (a.certificate.id < b.certificate.id ? -1 : 1),
    );
    return inTheWay(best ? `HALAL_${best.word}` : "HALAL_MISSING");
  }
  const day = dayIn(at, retailer.timezone);
  const isListed = ({ certificate }: { certificate: Certificate }) =>
    isRecognised(world, certificate.bodyId, retailer.country, day);
  const taken = world.lenientMarkets.includes(retailer.country) ? standingOnes : standingOnes.filter(isListed);
  if (taken.length === 0) return inTheWay("BODY_NOT_RECOGNISED");
  const isMeat = product.hasMeat ?? product.categoryHasMeat ?? false;
  const asksSlaughter = retailer.asksSlaughter && isMeat;
  const telling = taken.filter(({ certificate }) => !asksSlaughter || certificate.stunning !== "unknown");
  if (telling.length === 0) return inTheWay("SLAUGHTER_POLICY_UNKNOWN");
  return telling.some(isListed) ? null : { reason: "BODY_NOT_RECOGNISED", isTolerated: true };
}

/** What premises lack; which word the reason has depends on the place that is told first, so that is not modelled. */
function premiseLack(world: World, retailer: Retailer, placeId: string | null, at: number): Lack | null {
  const chain = [retailer.id];
  for (let parent = retailer.parentId; parent !== null; ) {
    chain.push(parent);
    parent = world.retailers.find(({ id }) => id === parent)!.parentId;
  }
  const open = retailer.places.filter(({ status }) => status !== "closed").map(({ id }) => id);
  const asked: (string | null)[] = placeId !== null ? [placeId] : open.length > 0 ? open : [null];
  const day = dayIn(at, retailer.timezone);
  const covers = (certificate: Certificate, place: string | null) =>
    certificate.places.length > 0
      ? place !== null && certificate.places.includes(place)
      : certificate.holderId !== null && chain.includes(certificate.holderId);
  const isCovered = (place: string | null, takesAnyBody: boolean) =>
    world.certificates.some(
      (certificate) =>
        certificate.kind === "premise" &&
        certificate.state !== "rejected" &&
        standing(certificate, at).word === "STANDS" &&
        (takesAnyBody || isRecognised(world, certificate.bodyId, retailer.country, day)) &&
        covers(certificate, place),
    );
  if (asked.every((place) => isCovered(place, false))) return null;
  const isLenient = world.lenientMarkets.includes(retailer.country);
  return { reason: "PREMISE", isTolerated: isLenient && asked.every((place) => isCovered(place, true)) };
}

/** `reason!` where it blocks. */
export function expected(
  world: World,
  product: Product,
  retailer: Retailer,
  placeId: string | null,
  at: number,
): string[] {
  const found: string[] = [];
  if (product.status !== "published") found.push("PRODUCT_NOT_PUBLISHED!");
  if (product.brandStatus !== "active") found.push("BRAND_NOT_ACTIVE!");
  if (retailer.status !== "active") found.push("RETAILER_NOT_ACTIVE!");
  const relevance = product.relevance ?? "required";
  if (relevance !== "not_applicable") {
    const lack = halalLack(world, product, retailer, at);
    const isStrict = relevance === "required" || ["require_product", "require_both"].includes(retailer.policy);
    if (lack !== null) found.push(lack.reason + (isStrict && !lack.isTolerated ? "!" : ""));
  }
  if (["warn", "require_premise", "require_both"].includes(retailer.policy)) {
    const lack = premiseLack(world, retailer, placeId, at);
    if (lack !== null) found.push(lack.reason + (retailer.policy === "warn" || lack.isTolerated ? "" : "!"));
  }
  return found.toSorted();
}

export function expectedState(world: World, product: Product, at: number): string {
  if (product.relevance === "not_applicable") return "not_required";
  const named = naming(world, product.id, at).toSorted(
    (a, b) => rank(a.word) - rank(b.word) || b.since - a.since || (a.certificate.id < b.certificate.id ? -1 : 1),
  );
  const lasting = Math.max(...named.filter(({ word }) => word === "STANDS").map(({ until }) => until));
  // 90 days, as the bodies of these worlds take renewals at no other time.
  if (lasting > -Infinity) return lasting - at <= 90 * 24 * 60 * minute ? "expiring" : "certified";
  const word = named[0]?.word ?? "";
  if (["EXPIRED", "SUSPENDED", "SCOPE_REDUCED"].includes(word)) return word.toLowerCase();
  return ["UNVERIFIED", "NOT_STARTED"].includes(word) ? "unverified" : "uncertified";
}
