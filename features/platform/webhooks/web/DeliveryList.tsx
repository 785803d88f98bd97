import { Button, Group, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { newId } from "#web/newId.ts";
import { type Delivery, deliveryStatuses, type Webhook, webhooks } from "#features/platform/webhooks/contract.ts";
import classes from "#features/platform/webhooks/web/DeliveryList.module.css";
import { formatDateTime, formatNumber } from "#web/formats.ts";
import type { MessageKey, Translate } from "#web/messageKeys.ts";
import { useRead, useWrite } from "#web/operations.ts";
import { useCan } from "#web/session.tsx";
import { textOf } from "#web/textOf.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/SkeletonRows.tsx";
import { StatusBadge, type Tone } from "#web/ui/StatusBadge.tsx";
import { useToast } from "#web/ui/toasts.ts";
import { useLanguage, useMessages } from "#web/useMessages.ts";

const tones: Readonly<Record<Delivery["status"], Tone>> = { waiting: "info", delivered: "ok", failed: "error" };
const refreshEveryMs = 10_000;

/** What a webhook was sent and how it went, newest first; each with its text, and to be sent once more. */
export function DeliveryList({ record: webhook }: { readonly record: Webhook }) {
  const t = useMessages("webhooks");
  const [status, setStatus] = useState<Delivery["status"] | "all">("all");
  const [cursor, setCursor] = useState<string | null>(null);
  const { data, error, refetch, isFetching } = useRead(
    webhooks.deliveries,
    {
      endpointId: webhook.id,
      sort: "createdAt",
      direction: "desc",
      limit: 25,
      count: "none",
      ...(status === "all" ? {} : { status: [status] }),
      ...(cursor ? { cursor } : {}),
    },
    { keepsPrevious: true, everyMs: refreshEveryMs },
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={7} rowPx={48} />;
  const handleStatus = (next: Delivery["status"] | "all") => {
    setStatus(next);
    setCursor(null);
  };
  return (
    <section className={classes.deliveries} aria-label={t("tabs.deliveries")}>
      <SegmentedControl
        className={classes.statuses}
        aria-label={t("filters.status")}
        size="sm"
        data={(["all", ...deliveryStatuses] as const).map((value) => ({ value, label: t(`deliveries.${value}`) }))}
        value={status}
        onChange={handleStatus}
      />
      {data.rows.length === 0 && <EmptyState title={t("deliveries.none")} text={t("deliveries.noneText")} />}
      <ul>
        {data.rows.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} isPaused={webhook.status === "paused"} />
        ))}
      </ul>
      {(data.previous || data.next) && (
        <Group gap={8}>
          <Button variant="default" disabled={!data.previous} onClick={() => setCursor(data.previous)}>
            {t("deliveries.newer")}
          </Button>
          <Button variant="default" disabled={!data.next} onClick={() => setCursor(data.next)}>
            {t("deliveries.older")}
          </Button>
        </Group>
      )}
    </section>
  );
}

type DeliveryLineProps = { readonly delivery: Delivery; readonly isPaused: boolean };

function DeliveryLine({ delivery, isPaused }: DeliveryLineProps) {
  const t = useMessages("webhooks");
  const language = useLanguage();
  const can = useCan();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const replay = useWrite(webhooks.replay, { refreshes: [webhooks.deliveries, webhooks.get] });
  const { id, type, status, attempts, createdAt, nextAttemptAt } = delivery;
  const handleReplay = () =>
    replay.mutate(
      { id, deliveryId: newId() },
      { onError: (error) => toast({ variant: "error", text: textOf(error) }) },
    );
  return (
    <li>
      <div className={classes.line}>
        <div className={classes.what}>
          <strong>{t(`types.${type.replace(".", "_")}`, { defaultValue: type })}</strong>
          <span>
            {formatDateTime(language, createdAt)} · {outcomeOf(delivery, t)} ·{" "}
            {t("deliveries.attempts", { count: attempts, figure: formatNumber(language, attempts) })}
            {nextAttemptAt && ` · ${t("deliveries.next", { when: formatDateTime(language, nextAttemptAt) })}`}
          </span>
        </div>
        <StatusBadge tone={tones[status]}>{t(`deliveries.${status}`)}</StatusBadge>
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "deliveries.hide" : "deliveries.show")}
        </Button>
        {can(webhooks.replay) && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={isPaused}
            loading={replay.isPending}
            onClick={handleReplay}
          >
            {t("deliveries.replay")}
          </Button>
        )}
      </div>
      {isOpen && <DeliveryBody id={id} />}
    </li>
  );
}

/** What the receiver answered, or why nothing came back. */
function outcomeOf({ lastStatus, lastFailure }: Delivery, t: Translate<MessageKey<"webhooks">>): string {
  if (lastStatus !== null) return t("deliveries.answered", { status: lastStatus });
  return lastFailure === null ? t("deliveries.notTried") : t(`failures.${lastFailure}`);
}

function DeliveryBody({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useRead(webhooks.delivery, { id });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonRows rows={2} rowPx={24} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    <pre className={classes.body} dir="ltr" tabIndex={0}>
      {JSON.stringify(JSON.parse(data.body), null, 2)}
    </pre>
  );
}
