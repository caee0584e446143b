import { seededRandom } from '#testing/chaos/seeded-random.ts'
import { hotCalls, type HotCall } from '#testing/scale/hot-calls.ts'
import { openScaleSite, type ScaleSite } from '#testing/scale/open-scale-site.ts'
import { readPlans } from '#testing/scale/read-plans.ts'
import { quantile } from './support/measure.ts'
import { connect, runPostgres } from './support/resources.ts'

// Sends every hot call in a shop with this many students and in one of the demo's size, alternately. Exits with 1 when a p99 is both above
// its line and more than 1.3 times that of the demo's size. With DATABASE_URL it fills that database (an empty one, or one that it filled
// before) instead of a server of its own.

const rounds = 100
/** A call this slow is measured less often, so that the whole run stays bounded. */
const callBudgetMs = 15_000
const demoStudents = 300
const growthAllowed = 1.3
/** A p99 above its line is measured again, because other work on the machine slows single calls down. */
const attempts = 3

type Figures = { p50: number; p99: number; rows: number; failed: string | null }

/** Measures a call on all shops alternately, so that other load affects them equally. */
async function measure(call: HotCall, shops: readonly ScaleSite[]): Promise<Figures[]> {
  const measured = shops.map((shop) => ({
    shop,
    random: seededRandom(7),
    samples: [] as number[],
    spentMs: 0,
    failed: null as string | null,
  }))
  for (let round = -5; round < rounds; round++) {
    for (const one of measured) {
      if (one.failed || one.spentMs > callBudgetMs) continue
      try {
        const took = await one.shop.time(call, one.random)
        one.spentMs += took
        if (round >= 0) one.samples.push(took)
      } catch (error) {
        one.failed = error instanceof Error ? error.message.slice(0, 120) : String(error)
      }
    }
  }
  return Promise.all(
    measured.map(async ({ shop, random, samples, failed }) => {
      const scans = failed ? [] : await readPlans(shop.databaseUrl, await shop.record(call, random))
      const rows = scans.reduce((sum, scan) => sum + scan.rows, 0)
      return { p50: quantile(samples, 0.5), p99: quantile(samples, 0.99), rows, failed }
    }),
  )
}

async function compare(call: HotCall, shops: readonly ScaleSite[]) {
  const [demo, large] = await measure(call, shops)
  if (!demo || !large) throw new Error('There are two shops')
  const growth = large.p99 / demo.p99
  return {
    demo,
    large,
    growth,
    passes: !demo.failed && !large.failed && (growth <= growthAllowed || large.p99 <= call.lineMs),
  }
}

type Options = {
  students: number
  /** 0: as many as suit that many students. */
  courses: number
  seed: number
  /** Measures only calls whose names contain this. */
  only: string
}

export async function run({ students, courses, seed, only }: Options): Promise<void> {
  const began = performance.now()
  await using server = await runPostgres()
  await using ended = new AsyncDisposableStack()
  const databaseUrl = process.env.DATABASE_URL ?? (await createDatabase(server.url, 'scale'))
  const showProgress = (done: number, all: number) =>
    void (process.stderr.isTTY && process.stderr.write(`\rfilling ${done}/${all} `))
  const demo = await openScaleSite({
    databaseUrl: await createDatabase(server.url, 'demo'),
    students: demoStudents,
    seed,
  })
  ended.defer(() => demo.close())
  const large = await openScaleSite({
    databaseUrl,
    students,
    ...(courses ? { courses } : {}),
    seed,
    onProgress: showProgress,
  })
  ended.defer(() => large.close())
  const shops = [demo, large]
  await using sql = connect(databaseUrl, 1)
  const [size] =
    await sql`select pg_size_pretty(pg_database_size(current_database())) as bytes, (select string_agg(relname || ' ' || reltuples::bigint, ', ' order by reltuples desc)
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 10000) as tables`
  process.stdout.write(
    `${students} students, ${size?.bytes}, filled in ${((performance.now() - began) / 1000).toFixed(0)} s (${size?.tables})\n\n`,
  )
  process.stdout.write(
    `| call | demo p50 / p99 ms | rows | p50 / p99 ms | rows | growth | line ms | |\n|---|---|---|---|---|---|---|---|\n`,
  )
  for (const call of hotCalls.filter(({ name }) => name.includes(only))) {
    let compared = await compare(call, shops)
    for (let attempt = 1; !compared.passes && !compared.large.failed && attempt < attempts; attempt++)
      compared = await compare(call, shops)
    const { growth, passes } = compared
    const show = ({ p50, p99, rows, failed }: Figures) =>
      failed ? `${failed} | ` : `${p50.toFixed(1)} / ${p99.toFixed(1)} | ${rows}`
    process.stdout.write(
      `| ${call.name} | ${show(compared.demo)} | ${show(compared.large)} | ${growth.toFixed(1)} | ${call.lineMs} | ${passes ? 'ok' : 'FAILED'} |\n`,
    )
    if (!passes) process.exitCode = 1
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await using sql = connect(serverUrl, 1)
  await sql.unsafe(`create database ${name}`)
  return new URL(`/${name}`, serverUrl).href
}
