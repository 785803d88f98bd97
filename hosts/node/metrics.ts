import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  readonly observe: (operation: string, status: number, durationMs: number) => void;
  /** Counts a call that was rejected before it was read, because the server was busy. */
  readonly countTurnedAway: () => void;
  /** A value that is read with each request for the metrics. */
  readonly gauge: (name: string, help: string, read: () => number) => void;
  readonly render: () => Promise<{ contentType: string; text: string }>;
};

/** The metrics that Prometheus reads at /metrics. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "mizan_operation_seconds",
    help: "Time to answer one operation",
    labelNames: ["operation", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 4],
    registers: [registry],
  });
  const turnedAway = new Counter({
    name: "mizan_calls_turned_away_total",
    help: "Calls answered 503 before they were read",
    registers: [registry],
  });
  return {
    countTurnedAway: () => turnedAway.inc(),
    observe: (operation, status, durationMs) => durations.labels(operation, String(status)).observe(durationMs / 1000),
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) });
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
