import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { hasOpenssl, whyNoOpenssl } from '#testing/postgres/certificate.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { openDatabase } from '#server/platform/database/index.ts'

if (!hasOpenssl) process.stderr.write(`tls: skipped, it ${whyNoOpenssl}\n`)

let url: string
beforeAll(async () => void (url = await createPostgresCopy(inject('postgresTemplateUrl'))))

async function findCertificate(): Promise<string> {
  const database = await openDatabase({ databaseUrl: url })
  const { rows } = await database.query.execute<{ path: string }>(`select current_setting('ssl_cert_file') as path`)
  await database.close()
  return rows[0]?.path ?? ''
}

/** True when connections with these parameters are encrypted, for queries, transactions and sessions. */
async function isEncrypted(parameters: string): Promise<unknown[]> {
  const database = await openDatabase({ databaseUrl: url + parameters })
  const query = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
  try {
    const [one] = (await database.query.execute<{ ssl: boolean }>(query)).rows
    const other = await database.transaction(async (tx) => (await tx.execute<{ ssl: boolean }>(query)).rows[0])
    const session = await database.openSession()
    const [third] = await session.query<{ ssl: boolean }>(query)
    await session.close()
    return [one?.ssl, other?.ssl, third?.ssl]
  } finally {
    await database.close()
  }
}

test.skipIf(!hasOpenssl)(
  'sslmode means what it means to psql: require encrypts, verify-full checks the certificate too',
  async () => {
    const path = await findCertificate()
    expect(await isEncrypted('')).toEqual([false, false, false])
    expect(await isEncrypted('?sslmode=disable')).toEqual([false, false, false])
    expect(await isEncrypted('?sslmode=require')).toEqual([true, true, true])
    expect(await isEncrypted(`?sslmode=verify-full&sslrootcert=${path}`)).toEqual([true, true, true])
    // Nobody that this machine trusts has signed it.
    await expect(isEncrypted('?sslmode=verify-full')).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
  },
)

test.skipIf(!hasOpenssl)('rows are copied out and in over TLS, each chunk with whole rows', async () => {
  const database = await openDatabase({ databaseUrl: `${url}?sslmode=require` })
  const session = await database.openSession()
  await session.run(`create table wide (n integer, text text); create table copied (like wide)`)
  // Rows smaller and larger than a packet, with what COPY escapes.
  await session.run(
    `insert into wide select n, repeat(E'baris\\n\\t' || n, case when n % 50 = 0 then 100000 else 3 end) from generate_series(1, 500) as n`,
  )
  for await (const rows of session.copyOut('wide', 'n, text')) {
    expect(rows.at(-1)).toBe(0x0a)
    await database.query.execute(sql`select 1`)
    const other = await database.openSession()
    await other.copyIn('copied', 'n, text', rows)
    await other.close()
  }
  expect(await session.query(`select count(*)::int as count from wide join copied using (n, text)`)).toEqual([
    { count: 500 },
  ])
  // A copy that fails leaves the session usable.
  await expect(session.copyIn('copied', 'n', Buffer.from('bukan angka\n'))).rejects.toMatchObject({ code: '22P02' })
  expect(await session.query(`select count(*)::int as count from copied`)).toEqual([{ count: 500 }])
  await session.close()
  await database.close()
})
