import * as z from "zod/mini";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { runKinds, runStates, undoStates } from "#base/runs.ts";

export const jobRefusals = refusals({
  run_not_running: { status: 409, message: "This run has already ended." },
  run_not_failed: { status: 409, message: "This run hasn’t failed, so it can’t be run again." },
});

export const jobsPageMax = 50;

export const JobRun = z.object({
  kind: z.enum(runKinds),
  id: z.string(),
  /** The area whose records it is about, as in its path: `brands`. */
  area: z.string(),
  /** Such as the name of a file. */
  detail: z.nullable(z.string()),
  /** Null for the system’s own work, and once the user was erased. */
  ownerName: z.nullable(z.string()),
  isOwn: z.boolean(),
  state: z.enum(runStates),
  /** Why it ended early, or the last error. */
  notice: z.nullable(z.string()),
  processed: z.nullable(z.int()),
  total: z.nullable(z.int()),
  /** Records that it left as they were, because they had changed meanwhile. Null if it changes no records. */
  moved: z.nullable(z.int()),
  /** `possible` only for its owner. Null if it can’t be undone. */
  undo: z.nullable(z.enum(undoStates)),
  canCancel: z.boolean(),
  canRetry: z.boolean(),
  /** Its owner can download the file. */
  canDownload: z.boolean(),
  createdAt: fields.instant(),
  finishedAt: z.nullable(fields.instant()),
  /** When scheduled work runs next. */
  nextAt: z.nullable(fields.instant()),
});
export type JobRun = z.output<typeof JobRun>;

const Page = z.object({ rows: z.array(JobRun), next: z.nullable(z.string()) });

const listed = z.strictObject({
  kind: anyOf(z.enum(runKinds)),
  state: anyOf(z.enum(runStates)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
const run = z.strictObject({ kind: z.enum(runKinds), id: z.string().check(z.regex(/^[0-9a-f-]{1,36}$/)) });

export const jobs = {
  list: operation({
    method: "GET",
    path: "/api/v1/jobs",
    permission: "jobs.read",
    summary:
      "List what runs, ran and failed in the background, newest first. Scheduled work that went well only by kind",
    input: listed,
    output: Page,
  }),
  cancel: operation({
    method: "POST",
    path: "/api/v1/jobs/{kind}/{id}/cancel",
    permission: "jobs.manage",
    summary: "Stop a run of any user",
    input: run,
    output: z.undefined(),
    reply: "empty",
    refusals: [commonRefusals.not_found, jobRefusals.run_not_running],
  }),
  retry: operation({
    method: "POST",
    path: "/api/v1/jobs/{kind}/{id}/retry",
    permission: "jobs.manage",
    summary: "Run a failed run of any user again",
    input: run,
    output: z.undefined(),
    reply: "empty",
    refusals: [commonRefusals.not_found, jobRefusals.run_not_failed],
  }),
  listOwn: operation({
    method: "GET",
    path: "/api/v1/own-jobs",
    permission: "session",
    summary: "List your own imports, exports and bulk runs, newest first",
    input: listed,
    output: Page,
  }),
  cancelOwn: operation({
    method: "POST",
    path: "/api/v1/own-jobs/{kind}/{id}/cancel",
    permission: "session",
    summary: "Stop a run of your own",
    input: run,
    output: z.undefined(),
    reply: "empty",
    refusals: [commonRefusals.not_found, jobRefusals.run_not_running],
  }),
  retryOwn: operation({
    method: "POST",
    path: "/api/v1/own-jobs/{kind}/{id}/retry",
    permission: "session",
    summary: "Run a failed run of your own again",
    input: run,
    output: z.undefined(),
    reply: "empty",
    refusals: [commonRefusals.not_found, jobRefusals.run_not_failed],
  }),
};

export const jobsMenu: MenuSection = {
  id: 2,
  title: "Permissions",
  icon: "permissions",
  link: "/apps/role/roles",
  entries: [{ id: 165, title: "Jobs", link: "/apps/jobs", needs: jobs.list }],
};
