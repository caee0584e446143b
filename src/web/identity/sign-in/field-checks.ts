/** Orders the validations of single fields, which may end in another order than they began. */
export function createFieldChecks() {
  const latest = new Map<string, symbol>()
  return {
    /** Returns the result; null when the same field was checked again, or `discard` was called, before it arrived. */
    async run<Result>(name: string, validate: () => Promise<Result>): Promise<Result | null> {
      const own = Symbol(name)
      latest.set(name, own)
      const result = await validate()
      return latest.get(name) === own ? result : null
    },
    discard: () => latest.clear(),
  }
}
