import { inArray, lt } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { minuteMs } from '#contract/kit/durations.ts'
import { validUntil } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteSome, type Database, type Queryable } from '#server/platform/database/index.ts'
import { Overloaded } from '#server/platform/too-costly.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import type { colourCode } from './highlight-code.ts'
import { codeBlocksOf, digestOf, paintCode, partsOf, type CodeBlock } from './paint-code.ts'
import { codeColours } from './code-tables.ts'

type Deps = { database: Database; clock: Clock }
type Paint = (html: string) => string

/** Blocks of one response; further ones stay plain. */
const maximumBlocks = 500
/** Parts that one response colours, about three thousand lines and half a megabyte; further blocks stay plain. */
const maximumParts = 20_000
/** How long a response waits for colours that were never made. Afterwards it is plain, and the next one has them. */
const patienceMs = 2_000
const highlighter = new URL('highlight-code.ts', import.meta.url)

const known = new LRUCache<string, string>({ maxSize: 8 * 1024 * 1024, sizeCalculation: (runs) => runs.length + 100 })
const inWork = new Map<string, Promise<void>>()

type Found = { runs: Map<string, string>; missing: Map<string, CodeBlock> }

async function find(database: { query: Queryable }, htmls: readonly string[]): Promise<Found> {
  const blocks = new Map(
    htmls
      .flatMap(codeBlocksOf)
      .slice(0, maximumBlocks)
      .map((block) => [digestOf(block), block] as const),
  )
  const runs = new Map<string, string>()
  for (const digest of blocks.keys()) {
    const already = known.get(digest)
    if (already !== undefined) runs.set(digest, already)
  }
  const asked = [...blocks.keys()].filter((digest) => !runs.has(digest))
  if (asked.length > 0)
    for (const row of await database.query.select().from(codeColours).where(inArray(codeColours.digest, asked))) {
      known.set(row.digest, row.runs)
      runs.set(row.digest, row.runs)
    }
  return { runs, missing: new Map([...blocks].filter(([digest]) => !runs.has(digest))) }
}

function painter(runs: ReadonlyMap<string, string>): Paint {
  let left = maximumParts
  return (html) =>
    paintCode(html, (block) => {
      const found = runs.get(digestOf(block))
      if (found === undefined) return undefined
      left -= partsOf(found)
      return left >= 0 ? found : undefined
    })
}

/** Colours the code of these texts with what is stored; other code stays plain. */
export const storedPainter = async (queryable: Queryable, htmls: readonly string[]): Promise<Paint> =>
  painter((await find({ query: queryable }, htmls)).runs)

/**
 * Colours the code of these texts. Colours are made once for each piece of code, in a worker process, and stored: a response costs the reading of
 * rows, whatever its texts contain. `client` takes turns with others for the worker.
 */
export async function codePainter(deps: Deps, client: string, htmls: readonly string[]): Promise<Paint> {
  const { runs, missing } = await find(deps.database, htmls)
  if (missing.size === 0) return painter(runs)
  const made = make(deps, client, missing)
  let timer: NodeJS.Timeout | undefined
  const isMade = await Promise.race([
    made.then(() => true),
    new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), patienceMs))),
  ])
  clearTimeout(timer)
  for (const digest of missing.keys()) {
    const now = known.get(digest)
    if (now !== undefined) runs.set(digest, now)
  }
  if (!isMade || [...missing.keys()].some((digest) => !runs.has(digest)))
    validUntil(new Date(deps.clock.now().getTime() + minuteMs))
  return painter(runs)
}

/** Never rejects: without colours the code is plain. */
async function make(deps: Deps, client: string, missing: ReadonlyMap<string, CodeBlock>): Promise<void> {
  const own = [...missing].filter(([digest]) => !inWork.has(digest))
  const others = [...missing.keys()].flatMap((digest) => inWork.get(digest) ?? [])
  const work = own.length === 0 ? Promise.resolve() : store(deps, client, own).catch(() => {})
  for (const [digest] of own) inWork.set(digest, work)
  await Promise.all([work, ...others])
  for (const [digest] of own) inWork.delete(digest)
}

async function store({ database, clock }: Deps, client: string, blocks: [string, CodeBlock][]): Promise<void> {
  const made = await colour(
    client,
    blocks.map(([, block]) => block),
  )
  const madeAt = clock.now()
  const rows = blocks.flatMap(([digest], index) => {
    const runs = made[index]
    return runs === null || runs === undefined ? [] : [{ digest, runs, madeAt }]
  })
  for (const { digest, runs } of rows) known.set(digest, runs)
  if (rows.length > 0) await database.query.insert(codeColours).values(rows).onConflictDoNothing()
}

/** Code that ends the worker stays plain for ever. */
async function colour(client: string, blocks: CodeBlock[]): Promise<(string | null)[]> {
  try {
    return await parseInWorker<typeof colourCode>(client, highlighter, 'colourCode', blocks)
  } catch (error) {
    if (error instanceof Overloaded) throw error
    return ['']
  }
}

/** Colours of code that nobody may have any more. They are made again when it is shown. */
export const deleteOldColours = ({ query }: Database, before: Date, limit: number): Promise<number> =>
  deleteSome(query, codeColours, { id: codeColours.digest, where: lt(codeColours.madeAt, before) }, limit)
