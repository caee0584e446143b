/** Prints one line of a benchmark; the process exits with 1 when any was bad. */
export function report(isGood: boolean, line: string): void {
  process.stdout.write(`${isGood ? 'good' : 'BAD '}  ${line}\n`)
  if (!isGood) process.exitCode = 1
}
