/** Lets each client do one thing at a time: what it asks for meanwhile waits for its turn. Clients do not wait for each other. */
export function createTurns() {
  const clients = new Map<string, { unfinished: number; last: Promise<unknown> }>()

  return async function inTurn<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    const turns = clients.get(client) ?? { unfinished: 0, last: Promise.resolve() }
    clients.set(client, turns)
    turns.unfinished++
    const turn = turns.last.then(work)
    // A failure is its own caller's, not that of who waits behind.
    turns.last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      turns.unfinished--
      if (turns.unfinished === 0) clients.delete(client)
    }
  }
}
