/** Requests of something that also changes by what is done here: an answer that a change has overtaken is asked for anew. */
export function freshReads() {
  let changes = 0
  return {
    /** Called once a change is done. */
    changed(): void {
      changes += 1
    },
    async read<T>(request: () => Promise<T>): Promise<T> {
      for (;;) {
        const before = changes
        const answer = await request()
        if (before === changes) return answer
      }
    },
  }
}
