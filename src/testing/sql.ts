import pg from 'pg'

type Row = Record<string, unknown>
/** Runs a statement whose values are parameters. */
type Query = <Found extends Row = Row>(parts: TemplateStringsArray, ...values: unknown[]) => Promise<Found[]>
/** Runs the text of a statement. */
type Unsafe = <Found extends Row = Row>(text: string, values?: readonly unknown[]) => Promise<Found[]>

/** SQL on one connection. */
export type SqlConnection = Query & { unsafe: Unsafe }
/** A pool of connections for tests and measurements. A statement that fails because a connection was lost may be sent again. */
export type Sql = SqlConnection & {
  transaction<Result>(work: (tx: SqlConnection) => Promise<Result>): Promise<Result>
  end(): Promise<void>
}

type Options = { max?: number; connectMs?: number; /** Application, as the server lists it. */ name?: string }

export function openSql(connectionString: string, { max = 1, connectMs = 0, name = 'test' }: Options = {}): Sql {
  // A connection that a test counts on is not closed because a command beside it took long.
  const idleTimeoutMillis = 0
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connectMs,
    application_name: name,
    idleTimeoutMillis,
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return Object.assign(statementsOf(pool), {
    async transaction<Result>(work: (tx: SqlConnection) => Promise<Result>) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work(statementsOf(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    end: () => pool.end(),
  })
}

function statementsOf(client: pg.Pool | pg.PoolClient): SqlConnection {
  const unsafe: Unsafe = async <Found extends Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Found>(text, [...values])).rows
  const query: Query = (parts, ...values) =>
    unsafe(
      parts.reduce((text, part, index) => `${text}$${index}${part}`),
      values,
    )
  return Object.assign(query, { unsafe })
}
