/**
 * The promotion rule of features/retail/assignments, implemented a second time over plain values, with loops and no
 * SQL. Independent implementations agree only if both are right.
 */
export type World = {
  readonly products: readonly Product[];
  readonly retailers: readonly Retailer[];
  readonly certificates: readonly Certificate[];
  readonly bodies: readonly Body[];
  readonly recognitions: readonly Recognition[];
  /** The decisions of markets. A market that is not listed has decided nothing. */
  readonly markets: readonly Market[];
};
export type Body = {
  id: string;
  status: string;
  changedAt: string;
  renewalFromDays: number | null;
  accreditations: readonly { from: string | null; to: string | null; withdrawnOn: string | null }[];
};
export type Market = {
  market: string;
  hasList: boolean | null;
  policy: string;
  unknownPolicy: string;
  accreditationPolicy: string;
  reviewGraceDays: number;
};
const undecided: Omit<Market, "market"> = {
  hasList: null,
  policy: "block",
  unknownPolicy: "warn",
  accreditationPolicy: "warn",
  reviewGraceDays: 30,
};
export type Product = {
  id: string;
  status: string;
  brandStatus: string;
  relevance: string | null;
  hasMeat: boolean | null;
  /** What its category sets for all products in it. */
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
  slaughter: string;
  stunning: string;
  /** The last day for the next review, if the certificate is open-ended. */
  reviewDueOn: string | null;
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

type CertificateStanding = { readonly word: string; readonly since: number; readonly until: number };

const bodyOf = (world: World, certificate: Certificate) => world.bodies.find(({ id }) => id === certificate.bodyId)!;

function standing(world: World, certificate: Certificate, at: number): CertificateStanding {
  const starts = startOfDay(certificate.from, certificate.timezone);
  const dated = certificate.to === null ? Infinity : startOfDay(dayAfter(certificate.to), certificate.timezone);
  const handedOver = certificate.supersededFrom === null ? Infinity : Date.parse(certificate.supersededFrom);
  const until = Math.min(dated, handedOver);
  const { state } = certificate;
  const hasEnded = until <= at && (state === "verified" || state === "suspended");
  const body = bodyOf(world, certificate);
  const isBodyOut = state === "verified" && body.status !== "active";
  const decided = Math.max(Date.parse(certificate.changedAt), isBodyOut ? Date.parse(body.changedAt) : -Infinity);
  const since = hasEnded ? until : decided;
  const word = () => {
    if (["draft", "submitted", "changes_requested"].includes(state)) return "UNVERIFIED";
    if (state === "withdrawn") return "WITHDRAWN";
    if (state === "superseded" || handedOver <= at) return "SCOPE_REDUCED";
    if (until <= at) return "EXPIRED";
    if (state === "suspended") return "SUSPENDED";
    if (isBodyOut) return "BODY_SUSPENDED";
    return starts > at ? "NOT_STARTED" : "STANDS";
  };
  return { word: word(), since, until };
}

type Period = { readonly from: string | null; readonly to: string | null };
const holdsOn = ({ from, to }: Period, day: string) => (from === null || from <= day) && (to === null || day <= to);

/** The instant from which the review of an open-ended certificate is overdue. */
const reviewDueAt = ({ reviewDueOn, timezone }: Certificate) =>
  reviewDueOn === null ? Infinity : startOfDay(dayAfter(reviewDueOn), timezone);

type Objection = { readonly severity: number; readonly reason: string | null };
const isBlocking = ({ severity }: Objection) => severity > 4;

/** The most severe objection of a market to a valid certificate. Up to 4 it is a warning. */
function objection(world: World, certificate: Certificate, { country, timezone }: Retailer, at: number): Objection {
  const day = dayIn(at, timezone);
  const market = world.markets.find((each) => each.market === country) ?? undecided;
  const found: [number, string, boolean][] = [];
  if (market.hasList !== true) found.push([1, "BODY_RECOGNITION_UNKNOWN", market.unknownPolicy === "block"]);
  else {
    const isListed = world.recognitions.some(
      (each) => each.market === country && each.bodyId === certificate.bodyId && holdsOn(each, day),
    );
    if (!isListed) found.push([3, "BODY_NOT_RECOGNISED", market.policy === "block"]);
  }
  const isAccredited = bodyOf(world, certificate).accreditations.some(
    (each) => holdsOn(each, day) && (each.withdrawnOn === null || day < each.withdrawnOn),
  );
  if (!isAccredited && market.accreditationPolicy !== "accept")
    found.push([2, "BODY_NOT_ACCREDITED", market.accreditationPolicy === "block"]);
  const dueAt = reviewDueAt(certificate);
  if (dueAt <= at) found.push([4, "HALAL_REVIEW_OVERDUE", dueAt + market.reviewGraceDays * 24 * 60 * minute <= at]);
  const graded = found.map(([place, reason, blocks]) => ({ severity: place + (blocks ? 4 : 0), reason }));
  return graded.toSorted((a, b) => b.severity - a.severity)[0] ?? { severity: 0, reason: null };
}

/** Every certificate that names the product, with what each means now. */
function naming(world: World, productId: string, at: number) {
  return world.certificates.flatMap((certificate) => {
    if (certificate.state === "rejected" || certificate.kind !== "product") return [];
    return certificate.lines
      .filter((line) => line.productId === productId)
      .flatMap((line) => {
        const { word, since, until } = standing(world, certificate, at);
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
  const objected = standingOnes.map(({ certificate }) => ({
    certificate,
    ...objection(world, certificate, retailer, at),
  }));
  const mildest = (among: readonly Objection[]) => among.toSorted((a, b) => a.severity - b.severity)[0]!;
  const taken = objected.filter((each) => !isBlocking(each));
  if (taken.length === 0) return inTheWay(mildest(objected).reason!);
  const isMeat = product.hasMeat ?? product.categoryHasMeat ?? false;
  const asksSlaughter = retailer.asksSlaughter && isMeat;
  const telling = taken.filter(({ certificate }) => !asksSlaughter || statesSlaughter(certificate));
  if (telling.length === 0) return inTheWay("SLAUGHTER_POLICY_UNKNOWN");
  const { reason } = mildest(telling);
  return reason === null ? null : { reason, isTolerated: true };
}

const statesSlaughter = ({ slaughter, stunning }: Certificate) =>
  ["hand", "mechanical"].includes(slaughter) && ["none", "reversible", "irreversible"].includes(stunning);

/** What a location lacks. The reason's code depends on the location that is reported first, so it is not modelled. */
function premiseLack(world: World, retailer: Retailer, placeId: string | null, at: number): Lack | null {
  const chain = [retailer.id];
  for (let parent = retailer.parentId; parent !== null; ) {
    chain.push(parent);
    parent = world.retailers.find(({ id }) => id === parent)!.parentId;
  }
  const open = retailer.places.filter(({ status }) => status !== "closed").map(({ id }) => id);
  const requested: (string | null)[] = placeId !== null ? [placeId] : open.length > 0 ? open : [null];
  const covers = (certificate: Certificate, place: string | null) =>
    certificate.places.length > 0
      ? place !== null && certificate.places.includes(place)
      : certificate.holderId !== null && chain.includes(certificate.holderId);
  const isCovered = (place: string | null, severityMax: number) =>
    world.certificates.some(
      (certificate) =>
        certificate.kind === "premise" &&
        certificate.state !== "rejected" &&
        standing(world, certificate, at).word === "STANDS" &&
        objection(world, certificate, retailer, at).severity <= severityMax &&
        covers(certificate, place),
    );
  if (requested.every((place) => isCovered(place, 0))) return null;
  return { reason: "PREMISE", isTolerated: requested.every((place) => isCovered(place, 4)) };
}

/** `reason!` if it blocks. */
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
  const standingOnes = named.filter(({ word }) => word === "STANDS");
  const isDue = ({ certificate, until }: (typeof standingOnes)[number]) =>
    until - at <= (bodyOf(world, certificate).renewalFromDays ?? 90) * 24 * 60 * minute ||
    reviewDueAt(certificate) <= at;
  if (standingOnes.length > 0) return standingOnes.every(isDue) ? "expiring" : "certified";
  const word = named[0]?.word ?? "";
  if (word === "BODY_SUSPENDED") return "suspended";
  if (["EXPIRED", "SUSPENDED", "SCOPE_REDUCED"].includes(word)) return word.toLowerCase();
  return ["UNVERIFIED", "NOT_STARTED"].includes(word) ? "unverified" : "uncertified";
}
