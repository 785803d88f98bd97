import { writeFileSync } from "node:fs";

/** A Vitest reporter: writes the errors that belong to no test, which Vitest's JSON report leaves out, to the file LOOSE_ERRORS. */
export default class LooseErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly { name?: string, message?: string, stack?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env["LOOSE_ERRORS"];
    if (!file || errors.length === 0) return;
    // The first lines of the stack say where; the whole of it stands in the output above.
    const texts = errors.map(({ message = "", stack = "" }) =>
      [message, ...stack.split("\n").slice(1, 4)].join("\n      "),
    );
    writeFileSync(file, JSON.stringify(texts));
  }
}
