import { writeSync } from "node:fs";
import { type Logger, pino } from "pino";
import type { Log } from "#api/ports.ts";
import type { Config } from "#hosts/node/config.ts";

/**
 * One JSON line per event on standard output. Fields whose names suggest a secret are never written (reliability R30).
 */
export function openLog(level: Config["logLevel"]): Log & { readonly flush: () => void } {
  const output = standardOutput();
  const logger: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ["token", "password", "*.token", "*.password", "headers"], remove: true },
    },
    output,
  );
  process.once("exit", output.flush);
  const write =
    (line: (facts: object, event: string) => void): Log["info"] =>
    (event, facts) =>
      line(facts ?? {}, event);
  return {
    info: write(logger.info.bind(logger)),
    warn: write(logger.warn.bind(logger)),
    error: write(logger.error.bind(logger)),
    flush: output.flush,
  };
}

/** The limit for unread output; beyond it lines are dropped to save the server. */
const bufferMaxChars = 1024 * 1024;
const retryMs = 100;
const nothing: Uint8Array = new Uint8Array();

/** Writes bytes from a position on, as many as are accepted, and returns how many. Throws EAGAIN if none are. */
type WriteBytes = (bytes: Uint8Array, from: number) => number;

/**
 * All lines of one turn of the event loop are one write: under load a write costs more than building the line. Not
 * pino's own destination, which blocks the server forever if the log's reader has gone.
 */
export function standardOutput(writeBytes: WriteBytes = (bytes, from) => writeSync(1, bytes, from)) {
  /** The rest of the last write: it may start in the middle of a character. */
  let left = nothing;
  let kept = "";
  let isDue = false;
  const flush = () => {
    isDue = false;
    const bytes = left.length === 0 ? Buffer.from(kept) : Buffer.concat([left, Buffer.from(kept)]);
    left = nothing;
    kept = "";
    let written = 0;
    try {
      while (written < bytes.length) written += writeBytes(bytes, written);
    } catch (error) {
      // EAGAIN: the reader is slow. Any other error (EPIPE) means that there is no reader left to report it to.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      left = bytes.subarray(written);
      later(retryMs);
    }
  };
  const later = (ms: number) => {
    if (isDue) return;
    isDue = true;
    if (ms === 0) setImmediate(flush);
    else setTimeout(flush, ms).unref();
  };
  const write = (line: string) => {
    if (left.length + kept.length + line.length <= bufferMaxChars) kept += line;
    later(0);
  };
  return { write, flush };
}
