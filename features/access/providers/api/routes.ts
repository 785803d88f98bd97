import { hourMs } from "#base/time.ts";
import { type Feature, serve } from "#api/serve.ts";
import { providers } from "#features/access/providers/contract.ts";
import { beginSignIn, cleaningKind, removeUnfinished } from "#features/access/providers/api/service/pendingSignIns.ts";
import { listOwnIdentities, unlinkIdentity } from "#features/access/providers/api/service/links.ts";
import { identityRecords } from "#features/access/providers/api/service/personalRecords.ts";
import {
  finishSignIn,
  listProviders,
  signInWithPassword,
  signInWithToken,
} from "#features/access/providers/api/service/signIn.ts";

export const providersFeature: Feature = {
  routes: serve(providers, {
    list: async (ctx) => listProviders(ctx),
    begin: beginSignIn,
    finish: finishSignIn,
    signInWithPassword,
    signInWithToken,
    listOwn: async (ctx) => ({ rows: await listOwnIdentities(ctx) }),
    unlink: (ctx, input) => unlinkIdentity(ctx, input).then(() => ({})),
  }),
  jobs: [{ kind: cleaningKind, lane: "recurring", run: removeUnfinished, everyMs: hourMs }],
  personal: [identityRecords],
};
