import { useEffect, useRef } from "react";
import { positionOf } from "#base/eventCursor.ts";
import { presenceEveryMs } from "#base/live.ts";
import { live } from "#features/platform/live/contract.ts";
import { call } from "#web/call.ts";
import { createRefetcher } from "#web/live/applyChanges.ts";
import { openStream } from "#web/live/openStream.ts";
import { notePeople, type OpenRecord, presenceOf } from "#web/live/presence.ts";
import type { Frame } from "#web/live/readFrames.ts";
import { useLeaderTab } from "#web/optimistic/useLeaderTab.ts";
import { useCan, useSession, useSignedInUser } from "#web/session.tsx";
import { useApiClient } from "#web/useApiClient.ts";

/** Messages between the tabs of a user. `asks`: whether the leader is further than this. */
type TabMessage =
  | { readonly frame: Frame; readonly lastEventId: string | null }
  | { readonly asks: string | null }
  | { readonly at: string | null };

/** Keeps every screen current. Draws nothing. */
export function LiveUpdates() {
  const user = useSignedInUser();
  return user === null || user.mustFirst !== null ? null : <Updates userId={user.userId} />;
}

function Updates({ userId }: { readonly userId: string }) {
  const isLeader = useLeaderTab(`live.${userId}`, { alsoHidden: true });
  const { transport, queryClient } = useApiClient();
  const session = useSession();
  // Of the last frame, from whichever tab: it outlasts a change of the leader.
  const last = useRef<string | null>(null);
  useEffect(() => {
    last.current ??= session.readCursor();
    const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(`mizan.live.${userId}`) : null;
    const refetcher = createRefetcher(queryClient);
    const handle = (frame: Frame) => {
      if (frame.kind === "change") refetcher.note(frame.data);
      else if (frame.kind === "reset") refetcher.noteAll();
      else if (frame.kind === "session") void session.refresh().catch(() => {});
      else if (frame.kind === "presence") notePeople(presenceOf(transport), frame.data.resource, frame.data);
    };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin and has no target
    const notify = (message: TabMessage) => tabs?.postMessage(message);
    if (tabs !== null)
      tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
        if ("asks" in data) return isLeader ? notify({ at: last.current }) : undefined;
        if ("at" in data) return isBehind(session.readCursor(), data.at) ? refetcher.noteAll() : undefined;
        if (isLeader) return undefined;
        last.current = data.lastEventId;
        return handle(data.frame);
      };
    const stop = isLeader
      ? openStream({
          transport,
          url: new URL(live.stream.path, location.origin).href,
          lastEventId: last.current,
          onFrame: (frame, lastEventId) => {
            last.current = lastEventId;
            notify({ frame, lastEventId });
            handle(frame);
          },
        })
      : undefined;
    // Only the other tabs received what came before this one could listen.
    if (!isLeader) notify({ asks: last.current });
    return () => {
      stop?.();
      refetcher.stop();
      tabs?.close();
    };
  }, [isLeader, transport, queryClient, session, userId]);
  return (
    <>
      <Presence />
      <ListedPresence />
    </>
  );
}

function isBehind(mine: string | null, theirs: string | null): boolean {
  const [one, other] = [mine, theirs].map((cursor) => (cursor === null ? null : positionOf(cursor)));
  return one != null && other != null && (one.epoch !== other.epoch || one.seq < other.seq);
}

/** Reports to the server which records are open in this tab, while it can be seen. */
function Presence() {
  const { transport } = useApiClient();
  const isAllowed = useCan()(live.setPresence);
  useEffect(() => {
    if (!isAllowed) return undefined;
    const presence = presenceOf(transport);
    let notified: ReadonlyMap<string, OpenRecord> = new Map();
    const notify = async ({ resource, id }: OpenRecord, mode: OpenRecord["mode"] | null) => {
      // Presence that can't be sent is not shown: nothing depends on it.
      const there = await call(transport, live.setPresence, { resource, id, mode }).catch(() => null);
      if (there !== null) notePeople(presence, resource, there);
    };
    const update = (isRenewal: boolean) => {
      const open: typeof notified = document.visibilityState === "visible" ? presence.open.read() : new Map();
      for (const [place, record] of open)
        if (isRenewal || notified.get(place)?.mode !== record.mode) void notify(record, record.mode);
      for (const [place, record] of notified) if (!open.has(place)) void notify(record, null);
      notified = open;
    };
    const follow = () => update(false);
    follow();
    const timer = setInterval(() => update(true), presenceEveryMs);
    const unsubscribe = presence.open.subscribe(follow);
    document.addEventListener("visibilitychange", follow);
    return () => {
      clearInterval(timer);
      unsubscribe();
      document.removeEventListener("visibilitychange", follow);
      for (const record of notified.values()) void notify(record, null);
    };
  }, [transport, isAllowed]);
  return null;
}

/** Asks who has records of an open list open. Who comes and goes after that is in the stream. */
function ListedPresence() {
  const { transport } = useApiClient();
  const isAllowed = useCan()(live.listPresence);
  useEffect(() => {
    if (!isAllowed) return undefined;
    const presence = presenceOf(transport);
    let known: readonly string[] = [];
    const ask = async (resource: string) => {
      const answer = await call(transport, live.listPresence, { resource }).catch(() => null);
      for (const place of answer?.rows ?? []) notePeople(presence, resource, place);
    };
    const follow = () => {
      const listed = presence.listed.read();
      for (const resource of listed) if (!known.includes(resource)) void ask(resource);
      known = listed;
    };
    follow();
    return presence.listed.subscribe(follow);
  }, [transport, isAllowed]);
  return null;
}
