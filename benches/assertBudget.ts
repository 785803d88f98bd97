/** Says of a bound whether it was met. One that was missed ends the bench with 1. */
export function assertBudget(isMet: boolean, claim: string): void {
  console.log(`${isMet ? "met   " : "MISSED"}  ${claim}`);
  if (!isMet) process.exitCode = 1;
}
