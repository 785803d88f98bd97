/** Prints whether a budget was met. A missed one makes the benchmark exit with 1. */
export function assertBudget(isMet: boolean, claim: string): void {
  console.log(`${isMet ? "met   " : "MISSED"}  ${claim}`);
  if (!isMet) process.exitCode = 1;
}
