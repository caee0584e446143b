import { setTimeout as pause } from 'node:timers/promises'
import { describeStatuses, loadSearches, uniqueSearchPath } from './support/load.ts'
import { print, quantile, report } from './support/measure.ts'
import { runPostgres, runProduct } from './support/resources.ts'

// During the flood a visitor searches, opens a cached page and asks for readiness ten times a second. Only ratios, statuses and the
// limits below are comparable between machines.

const overloadFactor = 3
/** For the p99 of requests that are served at all. */
const servedGoalMs = 1000
/** Proxies give up on a readiness check after a few seconds. */
const readyGoalMs = 2000
/** Share of the speed before the flood, within ten seconds after it. */
const recoveryGoal = 0.9

export async function run({ seconds }: { seconds: number }): Promise<void> {
  await using server = await runPostgres()
  await using product = await runProduct({ DATABASE_URL: server.url, DEMO: 'on', LOG_LEVEL: 'fatal' })
  const { origin } = product
  await visit(`${origin}/`)
  await loadSearches(origin, { connections: 20, duration: 3 })
  const before = (await loadSearches(origin, { connections: 40, duration: 8 })).requests.average
  print(`full speed: ${Math.round(before)} searches a second`)

  const overallRate = Math.round(before * overloadFactor)
  const overload = loadSearches(origin, { connections: 1500, duration: seconds, overallRate })
  const [flooded, searches, pages, readiness] = await Promise.all([
    overload,
    visitMeanwhile(() => origin + uniqueSearchPath(), overload),
    visitMeanwhile(() => `${origin}/`, overload),
    visitMeanwhile(() => `${origin}/api/ready`, overload),
  ])
  const rate = `${Math.round(flooded.requests.average)} a second for ${seconds} s`
  print(`flood of ${rate}: ${describeStatuses(flooded)}; ${flooded.errors} errors`)
  reportVisits('searches', searches, servedGoalMs, { mayBeBusy: true })
  reportVisits('a cached page', pages, servedGoalMs, { mayBeBusy: false })
  reportVisits('readiness', readiness, readyGoalMs, { mayBeBusy: false })

  await pause(2000)
  const recovered = (await loadSearches(origin, { connections: 40, duration: 8 })).requests.average / before
  report(recovered >= recoveryGoal, `speed 2 to 10 s after the flood: ${recovered.toFixed(2)} of before`)
}

type Visit = { status: number; ms: number }
async function visit(url: string): Promise<Visit> {
  const began = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - began }
}

/** Visits every 100 ms, also while earlier visits wait, until `until` resolves. */
async function visitMeanwhile(nextUrl: () => string, until: Promise<unknown>): Promise<Visit[]> {
  const visits: Promise<Visit>[] = []
  const state = { ended: false }
  void until.then(() => (state.ended = true))
  while (!state.ended) {
    visits.push(visit(nextUrl()).catch(() => ({ status: 0, ms: 0 })))
    await pause(100)
  }
  return Promise.all(visits)
}

function reportVisits(
  name: string,
  visits: readonly Visit[],
  goalMs: number,
  { mayBeBusy }: { mayBeBusy: boolean },
): void {
  const served = visits.filter(({ status }) => status === 200).map(({ ms }) => ms)
  const busy = visits.filter(({ status }) => status === 503).length
  const other = visits.length - served.length - busy
  const p99 = quantile(served, 0.99)
  const isGood = other === 0 && (mayBeBusy || busy === 0) && !(p99 > goalMs)
  const times = `p50 ${Math.round(quantile(served, 0.5))} ms, p99 ${Math.round(p99)} ms`
  report(isGood, `${name}: ${served.length} served (${times}), ${busy} times 503, ${other} times anything else`)
}
