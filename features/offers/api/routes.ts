import { type Feature, serve } from "#api/serve.ts";
import { readHalal } from "#features/offers/api/service/halal.ts";
import { listOffers } from "#features/offers/api/service/nearby.ts";
import { offers } from "#features/offers/contract.ts";

export const offersFeature: Feature = { routes: serve(offers, { list: listOffers, halal: readHalal }) };
