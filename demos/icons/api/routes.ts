import { notifyingCaller } from "#api/live/record.ts";
import { type Feature, serve } from "#api/serve.ts";
import { favouriteRecords, listIcons, readFavourites, setFavourite } from "#demos/icons/api/service.ts";
import { icons, iconsMenu } from "#demos/icons/contract.ts";

export const iconsFeature: Feature = {
  routes: serve(icons, {
    list: listIcons,
    favourites: readFavourites,
    setFavourite: notifyingCaller("iconFavourites", setFavourite),
  }),
  menu: [iconsMenu],
  personal: [favouriteRecords],
};
