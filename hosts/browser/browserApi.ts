import { type Api, createApi } from "#api/app.ts";
import type { Db, Live } from "#api/context.ts";
import type { Jobs, Ports } from "#api/ports.ts";
import type { Feature } from "#api/serve.ts";
import { demos } from "#demos/api.ts";
import { featuresWith } from "#features/api.ts";
import { accessAudit } from "#features/access/audit/api/service/accessAudit.ts";
import { authenticate } from "#features/access/session/api/service/authenticate.ts";
import { readActor } from "#features/access/session/api/service/readActor.ts";

declare const __VERSION__: string;

/** Every feature that this host serves. */
export const browserFeatures: readonly Feature[] = featuresWith(demos);

type Surroundings = {
  readonly db: Db;
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly origin: string;
};

/** The API in the browser: in the worker, and where the build creates the database for a first visit. */
export const createBrowserApi = ({ db, ports, jobs, live, origin }: Surroundings): Api =>
  createApi({
    features: browserFeatures,
    authenticate,
    readActor,
    accessAudit,
    db,
    ports,
    jobs,
    live,
    settings: {
      publicUrl: origin,
      host: "browser",
      // The URL leads to this browser itself.
      allowsCredentialsInUrl: true,
      signInProviders: [],
      version: __VERSION__,
    },
  });
