import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Output } from "#base/contract.ts";
import { minuteMs, secondMs } from "#base/time.ts";
import { todoExtras } from "#demos/todo/contract.ts";
import type { Reminder } from "#demos/todo/contract/reminder.ts";
import { keyOf, readOptions } from "#web/operations.ts";
import { useTransport } from "#web/transport.ts";

type Reminders = Output<typeof todoExtras.reminders>;

/** The server rings within five seconds (api/jobs.ts). */
const soonestMs = 2 * secondMs;

/** What rings now, asked every minute while the tab can be seen, and when the next one is due. */
export function useReminders(isAsking: boolean) {
  const transport = useTransport();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...readOptions(transport, todoExtras.reminders, {}),
    enabled: isAsking,
    staleTime: 0,
    refetchInterval: ({ state }) => waitMs(state.data?.nextAt ?? null),
  });
  /** What was answered is quiet at once; the server says later whether it agrees. */
  const hide = useCallback(
    (reminder: Reminder) =>
      queryClient.setQueryData<Reminders>(keyOf(todoExtras.reminders, {}), (known) =>
        known ? { ...known, ringing: known.ringing.filter(({ id }) => id !== reminder.id) } : known,
      ),
    [queryClient],
  );
  return { ringing: isAsking ? (data?.ringing ?? []) : [], hide };
}

function waitMs(nextAt: string | null): number {
  if (nextAt === null) return minuteMs;
  return Math.max(soonestMs, Math.min(minuteMs, Date.parse(nextAt) - Date.now() + secondMs));
}
