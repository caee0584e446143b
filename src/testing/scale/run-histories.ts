import { hourMs } from '#contract/kit/durations.ts'
import { openDatabase } from '#server/platform/database/index.ts'
import { pick, seededRandom } from '#testing/chaos/seeded-random.ts'
import { offerTransfers } from '#testing/materials/transfers.ts'
import { createPostgresCopy } from '#testing/postgres/postgres-copy.ts'
import { startTestSite } from '#testing/test-site.ts'
import { acts, type Act } from './history-acts.ts'
import { findViolations, historyInvariants } from './history-invariants.ts'
import { commerceOf, prepare, type Stage } from './history-stage.ts'

// Random histories of purchases with lines against the product on PostgreSQL: several people act at the same time, each on a connection of
// its own. After every history all work is done and every invariant is checked.

export type HistoryOptions = {
  templateUrl: string
  histories: number
  seed: number
  onProgress?: (what: string) => void
}
export type HistoryFigures = {
  histories: number
  acts: Record<string, number>
  outcomes: Record<string, number>
  invariants: number
  seconds: number
  violated: { history: number; what: string[] }[]
}

/** Databases are not used longer, so that checking them stays fast. */
const historiesPerDatabase = 50
const actorsAtOnce = 4
const actsPerActor = 6
/** So that there is something to refund, to approve and to pay out from the start. */
const opening = [
  'a cart and its item at once',
  'buy by transfer',
  'buy by card',
  'notifications arrive',
  'pay',
  'settle',
  'notifications arrive',
] as const

export async function runHistories({
  templateUrl,
  histories,
  seed,
  onProgress,
}: HistoryOptions): Promise<HistoryFigures> {
  const began = Date.now()
  const figures: HistoryFigures = {
    histories: 0,
    acts: {},
    outcomes: {},
    invariants: historyInvariants.length,
    seconds: 0,
    violated: [],
  }
  while (figures.histories < histories) {
    const database = await openDatabase({ databaseUrl: await createPostgresCopy(templateUrl) })
    const site = await startTestSite({ database })
    await offerTransfers(site)
    const admin = await site.app.modules.identity.findViewerByToken((await site.createAdmin()).token)
    if (!admin) throw new Error('The admin is not signed in')
    for (let own = 0; own < historiesPerDatabase && figures.histories < histories; own++) {
      const number = ++figures.histories
      const stage = await prepare(site, { admin, random: seededRandom(seed * 100_003 + number) })
      await runHistory(stage, figures)
      const what = [...(await findViolations(database.query)), ...(await findWrongStatements(stage))]
      if (what.length > 0) figures.violated.push({ history: number, what })
      if (number % 100 === 0) onProgress?.(`${number} histories, ${figures.violated.length} with violations`)
      if (figures.violated.length > 5) histories = number
    }
    await site.close()
  }
  return { ...figures, seconds: Math.round((Date.now() - began) / 1000) }
}

/** The closing balance of a statement is the balance, for each instructor. */
async function findWrongStatements(stage: Stage): Promise<string[]> {
  const { payouts, readEarnings } = commerceOf(stage)
  const wrong: string[] = []
  for (const { id } of [stage.instructor, stage.other]) {
    const { availableIdr, heldIdr } = await payouts.readBalance(id)
    const { balance } = await readEarnings({ month: null, instructorId: id })
    if (balance?.closingIdr !== availableIdr + heldIdr)
      wrong.push(`the statement of ${id} closes with ${balance?.closingIdr}, the balance is ${availableIdr + heldIdr}`)
  }
  return wrong
}

async function runHistory(stage: Stage, figures: HistoryFigures): Promise<void> {
  const { site } = stage
  const names = Object.keys(acts)
  const plan = [...opening, ...Array.from({ length: actorsAtOnce * actsPerActor }, () => pick(stage.random, names))]
  const left = plan.values()
  const workThrough = async () => {
    for (const name of left) {
      const outcome = await (acts[name] as Act)(stage)
      figures.acts[name] = (figures.acts[name] ?? 0) + 1
      figures.outcomes[`${name}: ${outcome}`] = (figures.outcomes[`${name}: ${outcome}`] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: actorsAtOnce }, workThrough))
  // Whatever is due is done, also what waits for a retry.
  for (const ms of [0, hourMs, 26 * hourMs, hourMs]) {
    site.clock.advance(ms)
    await site.sandbox.idle()
    await site.runDue('commerce')
  }
}
