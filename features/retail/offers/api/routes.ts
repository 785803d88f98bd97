import { type Feature, serve } from "#api/serve.ts";
import { readHalal } from "#features/retail/offers/api/service/halal.ts";
import { listOffers } from "#features/retail/offers/api/service/nearby.ts";
import { listRetailers } from "#features/retail/offers/api/service/retailers.ts";
import { offers } from "#features/retail/offers/contract.ts";

export const offersFeature: Feature = {
  routes: serve(offers, { list: listOffers, retailers: listRetailers, halal: readHalal }),
};
