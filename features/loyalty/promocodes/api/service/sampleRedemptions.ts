import { sql } from "drizzle-orm";
import { type Day, addDays, dayIn, hijriOf, instantAt, weekdayOf } from "#base/days.ts";
import { ramadan } from "#base/hijriMonths.ts";
import { Refusal } from "#base/refusal.ts";
import { addMs, dayMs, type Instant, minuteMs } from "#base/time.ts";
import { type Actor, type Ctx, inTransaction } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { RefuseAfter, RunAgainAfter } from "#api/transactions.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { sampleBrand } from "#features/loyalty/promocodes/api/service/samplePromocodes.ts";
import { applyAll, type Call } from "#features/loyalty/promocodes/api/service/calls.ts";
import { writeRefusals } from "#features/loyalty/promocodes/api/service/refusalCounts.ts";
import { commit, release } from "#features/loyalty/promocodes/api/service/reservations.ts";
import { rollback } from "#features/loyalty/promocodes/api/service/rollbacks.ts";
import { expireReservations } from "#features/loyalty/promocodes/api/service/statements.ts";
import { assignmentsTable } from "#features/retail/assignments/api/tables.ts";
import { locationsTable, retailersTable } from "#features/retail/retailers/api/tables.ts";
import type { Redemption } from "#features/loyalty/promocodes/contract/calls.ts";

// A year of redemptions up to today, through the same functions as those of tills, with the clock where it was then: every
// counter, limit and law holds for them.

const sampleDays = 365;
/** More orders would make the first start slow and the browser's first download large. */
const ordersPerDay = 1.1;
const reservedMinutes = 15;

/** How busy each weekday is, from Sunday, and how much busier Ramadan is. */
const weekdayWeights = [1.2, 0.7, 0.7, 0.8, 0.9, 1.5, 1.6] as const;
const ramadanWeight = 2.4;

export async function seedRedemptions(ctx: Ctx): Promise<void> {
  const shops = await readShops(ctx);
  if (shops.length === 0) return;
  const members = await readMembers(ctx);
  const roll = dice();
  let orders = 0;
  let owed = 0;
  for (let distance = 1 - sampleDays; distance <= 0; distance++) {
    const day = addDays(dayIn(ctx.now, "UTC"), distance);
    owed += ordersPerDay * weekdayWeights[weekdayOf(day)]! * (hijriOf(day).month === ramadan ? ramadanWeight : 1);
    for (; owed >= 1; owed--) {
      const order = orderOn(day, { shops, members, roll, number: ++orders, distance });
      // Today's are before now.
      if (order.at < ctx.now) await redeemSample(ctx, order, roll);
    }
  }
}

type Shop = {
  readonly id: string;
  readonly locationId: string | null;
  readonly currency: string;
  readonly country: string;
  readonly timeZone: string;
  /** Products that it sells, with their prices in its currency. */
  readonly products: readonly ShopProduct[];
};
type ShopProduct = { readonly id: string; readonly unitMinor: number; readonly isOfBrand: boolean };
type Member = { readonly id: string; readonly country: string };

/** A code that is entered, and on which orders. */
type SampleCode = {
  readonly code: string;
  readonly weight: number;
  readonly needsMember?: true;
  /** About the products of its brand. */
  readonly isOfBrand?: true;
  /** Weekdays, from Sunday, and days before today on which it can be used. */
  readonly weekdays?: readonly number[];
  readonly days?: readonly [from: number, to: number];
  readonly isOfRamadan?: true;
};
const codesByCurrency: Readonly<Record<string, readonly SampleCode[]>> = {
  GBP: [
    { code: "WEEKLY-10", weight: 6, needsMember: true },
    { code: "WELCOME-5", weight: 1, needsMember: true },
    { code: "BREAKFAST-6", weight: 2, isOfBrand: true },
    { code: "GIFT-30", weight: 1, isOfBrand: true, needsMember: true },
    { code: "FIRST-12", weight: 3, days: [-365, -120] },
    { code: "LAMB-15", weight: 2 },
    { code: "SCHOOL-12", weight: 5, days: [-110, -61] },
    { code: "FRIDAY-3", weight: 12, isOfBrand: true, needsMember: true, weekdays: [5] },
    { code: "RAMADAN-DATES", weight: 25, isOfBrand: true, needsMember: true, isOfRamadan: true },
  ],
  MYR: [{ code: "JIRAN-8", weight: 1, needsMember: true }],
  AED: [{ code: "WEEKEND-AE", weight: 1, weekdays: [5, 6, 0] }],
};
const currencies = Object.keys(codesByCurrency);

async function readShops(ctx: Ctx): Promise<Shop[]> {
  const found = await ctx.db.execute(sql`
    select shop.id, shop.default_currency as currency, shop.country, coalesce(shop.timezone, 'UTC') as "timeZone",
           (select location.id from ${locationsTable} as location
             where location.retailer_id = shop.id and location.is_primary) as "locationId",
           (select coalesce(jsonb_agg(jsonb_build_object('id', product.id, 'brand', brand.name) order by product.number), '[]')
              from ${assignmentsTable} as assignment
              join ${productsTable} as product on product.id = assignment.product_id
              join ${brandsTable} as brand on brand.id = product.brand_id
             where assignment.retailer_id = shop.id and assignment.status = 'active'
               and assignment.location_id is null) as products
      from ${retailersTable} as shop
     where shop.status = 'active' and shop.default_currency = any(${`{${currencies.join(",")}}`}::text[])
     order by shop.number`);
  type Row = Omit<Shop, "products"> & { readonly products: readonly { id: string; brand: string }[] };
  return (found as { rows: Row[] }).rows
    .map((shop) => ({ ...shop, products: shop.products.map((product, place) => priced(shop, product, place)) }))
    .filter(({ products }) => products.length > 0);
}

const priced = ({ currency }: Pick<Shop, "currency">, { id, brand }: { id: string; brand: string }, place: number) => ({
  id,
  isOfBrand: brand === sampleBrand,
  unitMinor: (249 + ((place * 137) % 9) * 110) * (currency === "GBP" ? 1 : 5),
});

async function readMembers(ctx: Ctx): Promise<Member[]> {
  const found = await ctx.db.execute(sql`
    select id, country from ${membersTable} where status = 'active' order by created_at, id`);
  return (found as { rows: Member[] }).rows;
}

type Roll = (below: number) => number;

/** Numbers that look random, and are the same in every new database. */
function dice(): Roll {
  let state = 1447;
  return (below) => {
    state = (state * 48_271) % 0x7fffffff;
    return (state >>> 8) % below;
  };
}

type SampleOrder = { readonly at: Instant; readonly number: number; readonly call: Call };
type World = {
  readonly shops: readonly Shop[];
  readonly members: readonly Member[];
  readonly roll: Roll;
  readonly number: number;
  /** Days from today. */
  readonly distance: number;
};

function orderOn(day: Day, { shops, members, roll, number, distance }: World): SampleOrder {
  // Three of five are in the first currency, whose shops are more.
  const currency = ["GBP", "GBP", "GBP", "MYR", "AED"][roll(5)]!;
  const own = shops.filter((each) => each.currency === currency);
  const shop = own.length > 0 ? own[roll(own.length)]! : shops[roll(shops.length)]!;
  const isRamadan = hijriOf(day).month === ramadan;
  const sample = codeOn(shop, { weekday: weekdayOf(day), distance, isRamadan }, roll);
  const near = members.filter(({ country }) => country === shop.country);
  const isMember = near.length > 0 && (sample?.needsMember === true || roll(2) === 0);
  const evening = 16 * 60 + roll(5 * 60);
  const minute = isRamadan || sample?.isOfBrand ? evening : 9 * 60 + roll(12 * 60);
  return {
    at: instantAt({ day, minute, timeZone: shop.timeZone }),
    number,
    call: {
      // Now and then somebody mistypes it.
      codes: [sample === null || roll(40) === 0 ? "WEEKLY-15" : sample.code],
      memberId: isMember ? near[roll(near.length)]!.id : null,
      retailerId: shop.id,
      locationId: shop.locationId,
      withoutLines: [],
      order: {
        ref: `S-${String(number).padStart(5, "0")}`,
        currency: shop.currency,
        lines: linesOf(shop, sample, roll),
      },
    },
  };
}

type Season = { readonly weekday: number; readonly distance: number; readonly isRamadan: boolean };

/** Null if none can be used on this day. */
function codeOn({ currency }: Shop, { weekday, distance, isRamadan }: Season, roll: Roll): SampleCode | null {
  const usable = codesByCurrency[currency]!.filter(
    ({ weekdays, days, isOfRamadan }) =>
      (weekdays === undefined || weekdays.includes(weekday)) &&
      (days === undefined || (days[0] <= distance && distance <= days[1])) &&
      (isOfRamadan === undefined || isRamadan),
  );
  const drawn = usable.flatMap((each) => Array.from({ length: each.weight }, () => each));
  return drawn.length === 0 ? null : drawn[roll(drawn.length)]!;
}

function linesOf({ products }: Shop, sample: SampleCode | null, roll: Roll): Call["order"]["lines"] {
  const ofBrand = products.filter(({ isOfBrand }) => isOfBrand);
  const chosen = sample?.isOfBrand && ofBrand.length > 0 ? ofBrand : products;
  const count = sample?.isOfBrand ? chosen.length : Math.min(2 + roll(4), chosen.length);
  const first = roll(chosen.length);
  return Array.from({ length: count }, (_, place) => {
    const { id, unitMinor } = chosen[(first + place) % chosen.length]!;
    return { productId: id, quantity: 1 + roll(3), unitMinor };
  });
}

/** Most are redeemed at once; some are reserved first, of which some come to nothing; some goods come back. */
async function redeemSample(ctx: Ctx, { at, number, call }: SampleOrder, roll: Roll): Promise<void> {
  const kind = roll(25);
  const fate = roll(4);
  const days = 1 + roll(6);
  const then = (instant: Instant): Ctx => ({
    ...ctx,
    now: instant,
    actor: sampleTill,
    permission: "redemptions.create",
  });
  const made = await attempt(then(at), call, { number, isReserved: kind === 0 });
  if (made === null) return;
  const { id } = made.redemptions[0]!;
  if (kind === 0) {
    const later = addMs(at, 4 * minuteMs);
    if (fate === 0) await release(then(later), { id });
    else if (fate === 1) await expireReservations(then(addMs(at, (reservedMinutes + 1) * minuteMs)), 200);
    else await commit(then(later), { id, withoutLines: [] });
    return;
  }
  if (kind > 2 || addMs(at, days * dayMs) >= ctx.now) return;
  const returned = { ...then(addMs(at, days * dayMs)), permission: "redemptions.rollback" as const };
  const lines = fate === 0 ? {} : { lines: [{ number: firstLineOf(made), quantity: 1 }] };
  await rollback(returned, { id, reason: "The goods were returned.", ...lines });
}

const firstLineOf = ({ lines }: Redemption): number =>
  lines.find(({ discountMinor, cashbackMinor }) => discountMinor + cashbackMinor > 0)!.number;

/** Null if it is refused, also without the lines that the halal rule blocks. */
async function attempt(
  ctx: Ctx,
  call: Call,
  { number, isReserved }: { readonly number: number; readonly isReserved: boolean },
): Promise<Redemption | null> {
  const reservedUntil = isReserved ? addMs(ctx.now, reservedMinutes * minuteMs) : null;
  // Otherwise a refusal would find earlier counts due, and run the transaction of all samples again.
  await writeRefusals(ctx);
  let made = 0;
  const makeId = ({ now }: Ctx) => sampleId(now, 20_000 + number * 8 + made++);
  try {
    return await applyOrAgain(ctx, () => applyAll(ctx, call, { reservedUntil, makeId }));
  } catch (error) {
    // All samples are one transaction, which a mistyped code must not end.
    const refusal = error instanceof RefuseAfter ? error.refusal : error;
    if (!(refusal instanceof Refusal)) throw error;
    const without = (refusal.details as { wouldApplyWithout?: { lines: readonly number[] } | null }).wouldApplyWithout;
    // A till offers the shopper what would apply without these lines.
    return without && call.withoutLines.length === 0
      ? attempt(ctx, { ...call, withoutLines: [...without.lines] }, { number, isReserved })
      : null;
  }
}

/** Inside the transaction of the samples nobody else gives expired reservations back or levels counters. */
async function applyOrAgain<Result>(ctx: Ctx, apply: () => Promise<Result>): Promise<Result> {
  try {
    return await apply();
  } catch (error) {
    if (!(error instanceof RunAgainAfter)) throw error;
    await inTransaction(ctx, error.between);
    return applyOrAgain(ctx, apply);
  }
}

/** Who made the calls: no key that could sign in. */
const sampleTill: Actor = {
  kind: "apiKey",
  userId: "0193a1c0-0000-7000-8000-000000000714",
  userNumber: 0,
  userCategoryId: 0,
  name: "Demo till",
  email: "",
  roles: [],
  sessionId: "0193a1c0-0000-7000-8000-000000000714",
  permissions: new Map([
    ["redemptions.create", ["all"]],
    ["redemptions.rollback", ["all"]],
  ]),
  scopes: [],
  mustFirst: null,
  isViewingAs: false,
};
