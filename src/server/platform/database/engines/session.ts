import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connectClient, connectionOptions } from './connect.ts'
import { sessionSettings, type Session } from '#server/platform/database/driver.ts'
import { withoutLimits } from './postgres-limits.ts'

/** Opens a connection of its own, without limits. */
export async function openSession(url: string): Promise<Session> {
  const client = await connectClient(connectionOptions(url, { silenceMs: null, application_name: 'cendaki-copy' }))
  // Not sent with the connection, where pg leaves out a zero, so that limits of the role would apply.
  const settings = Object.entries(withoutLimits).map(([name, ms]) => `set ${name} = ${ms}; `)
  await client.query(settings.join('') + sessionSettings)
  return {
    query: async <Row extends Record<string, unknown>>(sqlText: string, values: readonly (string | number)[] = []) =>
      (await client.query<Row>(sqlText, [...values])).rows,
    run: async (sqlText) => void (await client.query(sqlText)),
    copyOut: (table, columns) => wholeRows(client.query(copyTo(`copy (select ${columns} from ${table}) to stdout`))),
    copyIn: (table, columns, rows) => pipeline([rows], client.query(copyFrom(`copy ${table} (${columns}) from stdin`))),
    close: () => client.end(),
  }
}

const lineFeed = 0x0a

/** Chunks that end where a row ends: a line feed is never part of a value. */
async function* wholeRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1
    if (end > 0) {
      yield Buffer.concat([...parts, chunk.subarray(0, end)])
      parts = []
    }
    if (end < chunk.length) parts.push(chunk.subarray(end))
  }
}
