import { useMemo } from "react";
import { icons } from "#demos/icons/contract.ts";
import { call } from "#web/call.ts";
import type { Mutation, OptimisticQueue } from "#web/optimistic/optimisticQueue.ts";
import { useMutate } from "#web/optimistic/useMutate.ts";
import { useOptimisticRead } from "#web/optimistic/useOptimisticRead.ts";

type Favourite = { readonly name: string; readonly isFavourite: boolean };

const queue: OptimisticQueue<typeof icons.favourites, Favourite> = { name: "iconFavourites", read: icons.favourites };

/** The user's favourite icons, which change at once and are sent in order. */
export function useFavourites() {
  const { data } = useOptimisticRead(queue, {});
  const run = useMutate(queue);
  const names: ReadonlySet<string> = useMemo(() => new Set(data?.names), [data]);
  return {
    names,
    toggle: (name: string) => run(changed({ name, isFavourite: !names.has(name) })),
  };
}

const changed = (favourite: Favourite): Mutation<typeof icons.favourites, Favourite> => ({
  apply: ({ names }) => {
    const others = names.filter((each) => each !== favourite.name);
    return { names: favourite.isFavourite ? [...others, favourite.name] : others };
  },
  send: async (transport) => {
    await call(transport, icons.setFavourite, favourite);
    return undefined;
  },
  saved: favourite,
});
