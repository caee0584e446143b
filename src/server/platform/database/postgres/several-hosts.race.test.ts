import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createPostgresCopy } from '#testing/postgres/test-database.ts'
import { openDatabase } from '#server/platform/database/index.ts'

/** Rejects every client, as a server does whose pg_hba.conf has no entry for it: one that is being set up again. */
async function startRejectingServer(): Promise<{ port: number; server: Server }> {
  const fields = Buffer.from('SFATAL\0C28000\0Mno pg_hba.conf entry for host\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  const server = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => client.end(Buffer.concat([Buffer.from('E'), length, fields])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, server }
}

describe('of several hosts', () => {
  let rejecting: Awaited<ReturnType<typeof startRejectingServer>>
  beforeAll(async () => void (rejecting = await startRejectingServer()))
  afterAll(() => void rejecting.server.close())

  test('one that rejects the client does not keep the primary from being found', async () => {
    const { host, pathname } = new URL(await createPostgresCopy(inject('postgresTemplateUrl')))
    const database = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@127.0.0.1:${rejecting.port},${host}${pathname}`, connections: 2 })
    expect((await database.query.execute(sql`select 1 as one`)) as unknown).toMatchObject([{ one: 1 }])
    await database.close()
  })

  test('all that reject the client fail each query with the reason', async () => {
    const hosts = `127.0.0.1:${rejecting.port},127.0.0.1:${rejecting.port}`
    const database = await openDatabase({ databaseUrl: `postgres://cendaki:cendaki@${hosts}/x`, connections: 1 })
    // More than connections, none of which may be lost.
    for (let count = 0; count < 3; count++) await expect(database.query.execute(sql`select 1`)).rejects.toMatchObject({ cause: { code: '28000' } })
    await database.close()
  })
})
