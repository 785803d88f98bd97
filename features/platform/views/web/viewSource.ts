import type { Input } from "#base/contract.ts";
import { views } from "#features/platform/views/contract.ts";
import { call } from "#web/call.ts";
import { loadMessages } from "#web/i18n.ts";
import type { ListViewCalls } from "#web/list/listViewSource.ts";

/** The calls, with the messages of what they refuse. */
export async function loadViewCalls(): Promise<ListViewCalls> {
  await loadMessages({
    name: "views",
    messages: {
      en: () => import("#features/platform/views/web/messages.en.json"),
      ar: () => import("#features/platform/views/web/messages.ar.json"),
    },
  });
  return calls;
}

/** Views and display preferences of lists, stored on the server. */
const calls: ListViewCalls = {
  read: (transport, list) => call(transport, views.read, { list }),
  savePreferences: async (transport, list, display) => {
    await call(transport, views.savePreferences, { list, ...display } as Input<typeof views.savePreferences>);
  },
  create: (transport, list, view) => call(transport, views.create, { list, ...view } as Input<typeof views.create>),
  update: (transport, { id, version }, patch) =>
    call(transport, views.update, { ...patch, id, version } as Input<typeof views.update>),
  share: (transport, { id, version }, audience) => call(transport, views.share, { ...audience, id, version }),
  sharing: views.share,
  remove: (transport, { id, version }) => call(transport, views.remove, { id, version }),
  roles: async (transport) => (await call(transport, views.roles, {})).roles,
};
