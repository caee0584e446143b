/** The smallest value that at least this share (0 to 1) of the values does not exceed, by nearest rank. NaN without values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Milliseconds that this work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Prints one line without a goal. */
export const print = (line: string): void => void process.stdout.write(`      ${line}\n`)

/** Prints one line about a goal; the process exits with 1 when any was missed. */
export function report(isGood: boolean, line: string): void {
  process.stdout.write(`${isGood ? 'good' : 'BAD '}  ${line}\n`)
  if (!isGood) process.exitCode = 1
}
