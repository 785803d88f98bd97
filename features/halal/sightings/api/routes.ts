import { type Feature, serve } from "#api/serve.ts";
import {
  confirmSighting,
  listSightings,
  previewSighting,
  resetSighting,
} from "#features/halal/sightings/api/service.ts";
import { sightings } from "#features/halal/sightings/contract.ts";

/** Its menu entry is in the section of the retailers. */
export const sightingsFeature: Feature = {
  routes: serve(sightings, {
    list: listSightings,
    preview: previewSighting,
    confirm: confirmSighting,
    reset: resetSighting,
  }),
  live: [{ resource: "sightings", read: sightings.list }],
};
