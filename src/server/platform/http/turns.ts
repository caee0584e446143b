type Full = { outcome: 'full' }

/**
 * Lets each client do one thing at a time: what it asks for meanwhile waits for its turn, `waitingAtMost` of it, and is not done
 * when more wait already. Clients do not wait for each other.
 */
export function createTurns({ waitingAtMost }: { waitingAtMost: number }) {
  const clients = new Map<string, { unfinished: number; last: Promise<unknown> }>()

  return async function inTurn<Result>(
    client: string,
    work: () => Promise<Result>,
  ): Promise<{ outcome: 'done'; result: Result } | Full> {
    const turns = clients.get(client) ?? { unfinished: 0, last: Promise.resolve() }
    if (turns.unfinished > waitingAtMost) return { outcome: 'full' }
    clients.set(client, turns)
    turns.unfinished++
    const turn = turns.last.then(work)
    // A failure is its own caller's, not that of who waits behind.
    turns.last = turn.catch(() => {})
    try {
      return { outcome: 'done', result: await turn }
    } finally {
      turns.unfinished--
      if (turns.unfinished === 0) clients.delete(client)
    }
  }
}
