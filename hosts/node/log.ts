import { type Logger, pino } from "pino";
import type { Log } from "#api/ports.ts";
import type { Config } from "#hosts/node/config.ts";

/** One JSON line an event on standard output. Names that could carry a secret are never written (reliability R30). */
export function openLog(level: Config["logLevel"]): Log & { readonly flush: () => void } {
  const output = pino.destination({ dest: 1, sync: true, minLength: keptMaxBytes });
  const logger: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ["token", "password", "*.token", "*.password", "headers"], remove: true },
    },
    output,
  );
  let isDue = false;
  const flush = () => {
    isDue = false;
    output.flushSync();
  };
  process.once("exit", flush);
  /** What one turn of the event loop has to say is one write: under load a write costs more than making the line. */
  const write =
    (line: (facts: object, event: string) => void): Log["info"] =>
    (event, facts) => {
      line(facts ?? {}, event);
      if (isDue) return;
      isDue = true;
      setImmediate(flush);
    };
  return {
    info: write(logger.info.bind(logger)),
    warn: write(logger.warn.bind(logger)),
    error: write(logger.error.bind(logger)),
    flush,
  };
}

/** What exceeds it is written at once. */
const keptMaxBytes = 8192;
