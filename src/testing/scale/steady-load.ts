export type SteadyLoad = {
  /** Ends the load. Returns how many requests were served, and those that were not. */ end(): Promise<{
    served: number
    failed: string[]
  }>
}

/** Sends requests in parallel, each client the next one as soon as it has the last response, over `pathOf` with a growing number. Anything else than 200 fails. */
export function startLoad(
  origin: string,
  { clients, pathOf }: { clients: number; pathOf: (number: number) => string },
): SteadyLoad {
  let sent = 0
  let served = 0
  const state = { isEnding: false }
  const failed: string[] = []

  async function runClient(): Promise<void> {
    while (!state.isEnding) {
      const path = pathOf(sent++)
      const outcome = await fetch(origin + path).then(
        async (response) => (await response.arrayBuffer(), response.status === 200 ? null : String(response.status)),
        (error: Error) => error.message,
      )
      if (outcome === null) served++
      else failed.push(`${path}: ${outcome}`)
    }
  }
  const running = Array.from({ length: clients }, runClient)
  return {
    async end() {
      state.isEnding = true
      await Promise.all(running)
      return { served, failed }
    },
  }
}
