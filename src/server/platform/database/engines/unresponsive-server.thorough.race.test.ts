import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { hasOpenssl } from '#testing/postgres/certificate.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { isDatabaseUnavailable, openDatabase, type Database } from '#server/platform/database/index.ts'

// Much shorter than in production.
const silenceMs = 1000

/** Forwards connections to the server of the tests, until it is made to hold back what arrives. */
async function startForwarder(target: URL) {
  const pairs = new Set<[Socket, Socket]>()
  let isFrozen = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => {})
      from.on('close', () => (pairs.delete(pair), to.destroy()))
      if (isFrozen) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    freeze() {
      isFrozen = true
      for (const socket of [...pairs].flat()) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of [...pairs].flat()) socket.resume()
    },
    /** As when the server crashes: every connection ends. */
    crash() {
      for (const socket of [...pairs].flat()) socket.destroy()
    },
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const encryptions = [['without TLS', ''], ...(hasOpenssl ? [['with TLS', '?sslmode=require']] : [])] as [
  what: string,
  parameters: string,
][]

describe.each(encryptions)('a server that accepts connections and responds to nothing, %s', (_, parameters) => {
  let forwarder: Awaited<ReturnType<typeof startForwarder>>
  let database: Database
  beforeEach(async () => {
    forwarder = await startForwarder(new URL(await createPostgresCopy(inject('postgresTemplateUrl'))))
    database = await openDatabase({ databaseUrl: forwarder.url + parameters, connections: 3, silenceMs })
  })
  afterEach(async () => {
    await database.close()
    await forwarder.close()
  })
  const ask = () => database.query.execute(sql`select 1`)

  test('fails queries and transactions as unavailable, and is used again once it responds', async () => {
    await ask()
    forwarder.freeze()
    const asked = await Promise.allSettled([ask(), ask(), database.transaction((tx) => tx.execute(sql`select 1`))])
    expect(asked.map((result) => result.status === 'rejected' && isDatabaseUnavailable(result.reason))).toEqual([
      true,
      true,
      true,
    ])
    forwarder.thaw()
    await expect(ask()).resolves.toBeDefined()
  })

  test('is distinguished from a channel on which nothing happens', async () => {
    const channel = 'kanal_sepi'
    const received: string[] = []
    let reconnects = 0
    await database.listen(
      channel,
      (payload) => received.push(payload),
      () => reconnects++,
    )
    // A statement that takes longer than the allowed silence would be given up; these are quick, for more than twice as long.
    const began = performance.now()
    while (performance.now() - began < 2.5 * silenceMs) await ask()
    await database.query.execute(sql`select pg_notify(${channel}, 'halo')`)
    await expect.poll(() => received).toEqual(['halo'])
    expect(reconnects).toBe(0)
  })

  test('is not listened to any more: the channel is opened again once it responds', async () => {
    const received: string[] = []
    let reconnects = 0
    await database.listen(
      'kanal_beku',
      (payload) => received.push(payload),
      () => reconnects++,
    )
    forwarder.freeze()
    // Each waits for the whole allowed silence, so that of the channel has passed as well.
    for (let count = 0; count < 2; count++) await expect(ask()).rejects.toThrow()
    forwarder.thaw()
    await expect.poll(() => reconnects).toBe(1)
    await database.query.execute(sql`select pg_notify('kanal_beku', 'lagi')`)
    await expect.poll(() => received).toEqual(['lagi'])
  })
})

test.each(encryptions)(
  'a server that crashes under transactions fails them only, %s: the process goes on, and the next queries succeed at once',
  async (_, parameters) => {
    const forwarder = await startForwarder(new URL(await createPostgresCopy(inject('postgresTemplateUrl'))))
    const database = await openDatabase({ databaseUrl: forwarder.url + parameters, connections: 8 })
    const state = { isEnding: false }
    const counts = { done: 0, failed: 0 }
    const clients = Array.from({ length: 12 }, async () => {
      while (!state.isEnding) {
        const work = database.transaction(async (tx) => {
          for (let step = 1; step <= 3; step++) await tx.execute(sql`select ${step}::int, pg_sleep(0.002)`)
        })
        await work.then(
          () => counts.done++,
          (error: unknown) => {
            if (!isDatabaseUnavailable(error)) throw error
            counts.failed++
          },
        )
      }
    })
    // Every connection has been used.
    await expect.poll(() => counts.done).toBeGreaterThan(50)
    for (let round = 1; round <= 6; round++) {
      const before = { ...counts }
      await expect.poll(() => counts.done, { interval: 5 }).toBeGreaterThan(before.done)
      forwarder.crash()
      const began = performance.now()
      await expect.poll(() => counts.failed, { interval: 5 }).toBeGreaterThan(before.failed)
      await database.query
        .execute(sql`select 1`)
        .catch((error: unknown) => expect(isDatabaseUnavailable(error)).toBe(true))
      await database.query.execute(sql`select 1`)
      // The driver alone waits for its limit of connecting, five seconds, or ends the process.
      expect(performance.now() - began).toBeLessThan(4_000)
    }
    state.isEnding = true
    await Promise.all(clients)
    await database.close()
    await forwarder.close()
  },
)

test('a connection that holds locks without doing anything, or waits for one, ends by itself', async () => {
  const database = await openDatabase({ databaseUrl: await createPostgresCopy(inject('postgresTemplateUrl')) })
  const rows = await database.query
    .select({ name: sql<string>`name`, ms: sql<number>`setting::int` })
    .from(sql`pg_settings`)
    .where(sql`name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`)
  await database.close()
  expect(Object.fromEntries(rows.map(({ name, ms }) => [name, ms]))).toEqual({
    statement_timeout: 5_000,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 10_000,
  })
})
