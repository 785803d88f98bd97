import { type Logger, pino } from "pino";
import type { Log } from "#api/ports.ts";
import type { Config } from "#hosts/node/config.ts";

/** One JSON line an event on standard output. Names that could carry a secret are never written (reliability R30). */
export function openLog(level: Config["logLevel"]): Log & { readonly flush: () => void } {
  const logger: Logger = pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ["token", "password", "*.token", "*.password", "headers"], remove: true },
  });
  return {
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, facts) => logger.error(facts ?? {}, event),
    flush: () => logger.flush(),
  };
}
