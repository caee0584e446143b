import { sql } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import { hasDatabase } from '#server/platform/backup/index.ts'
import { listMigrations } from '#server/platform/database/index.ts'
import { both, bytes, duration, joined, percent } from './wording.ts'
import { levelOf, onlyOnPage, withAdvice, type Check, type Finding, type SystemDeps } from './check.ts'

/** For values of the server itself, which are in no table of a module. */
const oneRow = sql`(select 1) as one`

export const databaseChecks: readonly Check[] = [
  {
    name: 'database',
    label: both('Database', 'Database'),
    async find({ database, installation }) {
      const began = performance.now()
      const [row] = await database.query
        .select({
          version: sql<string>`current_setting('server_version')`,
          size: sql<string>`pg_database_size(current_database())::text`,
        })
        .from(oneRow)
      const milliseconds = Math.round(performance.now() - began)
      const embedded = database.kind === 'embedded'
      const value = joined(
        embedded ? both('tertanam, ', 'embedded, ') : '',
        `PostgreSQL ${row?.version}, `,
        bytes(Number(row?.size)),
        both(`, menjawab dalam ${milliseconds} ms`, `, answers within ${milliseconds} ms`),
      )
      if (embedded && installation.isPublic)
        return {
          level: 'warning',
          value,
          advice: both(
            'Database tertanam tidak tahan listrik padam: pindah ke PostgreSQL dengan npm run move.',
            'The embedded database does not survive a power cut: move to PostgreSQL with npm run move.',
          ),
        }
      return withAdvice(
        { level: levelOf(milliseconds, 500, 2000), value },
        both(
          'Database lambat menjawab: periksa beban dan jaringan servernya.',
          'The database answers slowly: look at the load and the network of its server.',
        ),
      )
    },
  },
  {
    name: 'embedded-beside',
    label: both('Database tertanam di samping', 'Embedded database beside it'),
    async find({ database, installation: { dataDir } }) {
      const isBeside = database.kind === 'postgres' && dataDir !== null && (await hasDatabase(dataDir))
      return withAdvice(
        {
          level: isBeside ? 'warning' : 'ok',
          value: isBeside ? both('ada, dan tidak dipakai', 'there, and not used') : both('tidak ada', 'none'),
        },
        both(
          'DATA_DIR berisi instalasi lain: pindahkan dengan npm run move, atau hapus folder database di dalamnya kalau sudah dipindahkan.',
          'DATA_DIR holds another installation: carry it over with npm run move, or delete the folder database in it once that is done.',
        ),
      )
    },
  },
  { name: 'database-limits', label: both('Batas waktu database', 'Database timeouts'), find: findLimits },
  { name: 'slow-queries', label: both('Kueri lambat', 'Slow queries'), find: findSlowQueries },
  {
    name: 'bloat',
    label: both('Ruang mati di database', 'Dead rows'),
    async find({ database }) {
      const [row] = await database.query
        .select({
          dead: sql<string>`coalesce(sum(n_dead_tup), 0)::text`,
          live: sql<string>`coalesce(sum(n_live_tup), 0)::text`,
        })
        .from(sql`pg_stat_user_tables`)
      const [dead, live] = [Number(row?.dead), Number(row?.live)]
      const share = dead / Math.max(1, dead + live)
      const level = dead > 10_000 ? levelOf(share, 0.3, 0.6) : 'ok'
      return withAdvice(
        { level, value: joined(percent(share), both(' baris mati', ' of the rows are dead')) },
        both(
          'Autovacuum tertinggal: periksa setelannya dan transaksi yang lama terbuka.',
          'Autovacuum lags behind: look at its settings and at transactions that stay open.',
        ),
      )
    },
  },
  {
    name: 'migrations',
    label: both('Migrasi', 'Migrations'),
    async find({ database }) {
      const [row] = await database.query.select({ count: sql<string>`count(*)::text` }).from(sql`schema_migrations`)
      const count = Number(row?.count)
      const pending = (await listMigrations()).length - count
      return withAdvice(
        {
          level: pending > 0 ? 'problem' : 'ok',
          value:
            pending > 0
              ? both(`${pending} belum dijalankan`, `${pending} are pending`)
              : both(`${count} sudah dijalankan`, `${count} applied`),
        },
        both(
          'Mulai ulang produk: migrasi dijalankan saat start.',
          'Restart the product: the start applies migrations.',
        ),
      )
    },
  },
]

async function findLimits({ database }: SystemDeps): Promise<Finding> {
  if (database.kind === 'embedded') return { level: 'ok', value: both('tidak dipakai', 'not used') }
  const names = sql`('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`
  const rows = await database.query
    .select({ name: sql<string>`name` })
    .from(sql`pg_settings`)
    .where(sql`name in ${names} and setting = '0'`)
  if (rows.length === 0) return { level: 'ok', value: both('terpasang', 'set') }
  const missing = rows.map(({ name }) => name).join(', ')
  return {
    level: 'warning',
    value: both(`tanpa ${missing}`, `without ${missing}`),
    advice: both(
      'Jalankan RECONNECT di konsol PgBouncer, supaya koneksinya memakai setelan peran database.',
      'Run RECONNECT in the console of PgBouncer, so that its connections use the settings of the role.',
    ),
  }
}

const manySlowQueries = 20

function findSlowQueries({ serving, clock }: SystemDeps): Finding {
  if (!serving) return onlyOnPage
  const queries = serving.slowQueries()
  const [last] = queries
  if (!last) return { level: 'ok', value: both('tidak ada sejak produk berjalan', 'none since the product runs') }
  const ageOf = ({ at }: { at: Date }) => clock.now().getTime() - at.getTime()
  const recent = queries.filter((query) => ageOf(query) < hourMs).length
  const value = joined(
    both(`${recent} dalam satu jam; terakhir `, `${recent} within an hour; the last `),
    duration(ageOf(last)),
    both(
      ` lalu, ${last.ms} ms: ${last.route ?? 'pekerjaan latar'}`,
      ` ago, ${last.ms} ms: ${last.route ?? 'work in the background'}`,
    ),
  )
  return withAdvice(
    { level: recent >= manySlowQueries ? 'warning' : 'ok', value },
    both(
      'Cari "slow query" di log: di sana ada kueri dan alamatnya.',
      'Look for "slow query" in the log, which has the query and its endpoint.',
    ),
  )
}
