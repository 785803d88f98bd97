/** In Chromium's format: times in microseconds, `tdur` in CPU time of the thread. */
export type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

export type MainThreadFrame = { readonly cpuMs: number };

/**
 * The CPU time of the busiest page's main thread between two committed frames. Throws if the trace contains too few
 * frames.
 */
export function readFrames(events: readonly TraceEvent[]): MainThreadFrame[] {
  const thread = mainThread(events);
  const own = events.filter((event) => event.pid === thread.pid && event.tid === thread.tid);
  const commits = own.filter(isCommit).map(({ ts }) => ts);
  const tasks = own.filter(({ name, ph }) => ph === "X" && name === "RunTask");
  if (commits.length < framesMin) throw new Error(`the trace holds ${commits.length} frames`);
  const ordered = commits.toSorted((a, b) => a - b);
  return ordered.slice(1).map((until, index) => {
    // A task belongs to the frame that is committed during or after it.
    const within = tasks.filter(({ ts }) => ts > (ordered[index] ?? 0) && ts <= until);
    return { cpuMs: within.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000 };
  });
}

const framesMin = 30;
const isCommit = ({ name, ph }: TraceEvent) => name === "Commit" && ph === "X";

function mainThread(events: readonly TraceEvent[]) {
  const threads = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const framesOf = (pid: number) => events.filter((event) => event.pid === pid && isCommit(event)).length;
  const [busiest] = threads.toSorted((a, b) => framesOf(b.pid) - framesOf(a.pid));
  if (busiest === undefined) throw new Error("the trace names no thread of a page");
  return busiest;
}
