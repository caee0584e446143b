import { dayMs } from '#contract/kit/durations.ts'
import { listViolations } from '#server/platform/backup/index.ts'
import type { Database, Invariant } from '#server/platform/database/index.ts'
import { both, same } from './wording.ts'
import type { Check, Finding, SystemDeps } from './check.ts'

/** Reads whole tables, as a restore does: the answer of a serving process counts for a day. */
const known = new WeakMap<Database, { at: number; finding: Finding }>()

export const booksCheck: Check = {
  name: 'books',
  label: both('Pembukuan', 'Books'),
  async find({ database, clock, invariants, serving }: SystemDeps) {
    const now = clock.now().getTime()
    const before = known.get(database)
    if (serving && before && Math.abs(now - before.at) < dayMs) return before.finding
    const finding = await examine(database, invariants)
    known.set(database, { at: now, finding })
    return finding
  },
}

async function examine(database: Database, invariants: readonly Invariant[]): Promise<Finding> {
  const session = await database.openSession()
  try {
    const violated = await listViolations(session, invariants)
    if (violated.length === 0) return { level: 'ok', value: both('cocok', 'consistent') }
    return {
      level: 'problem',
      value: same(violated.join('; ')),
      advice: both(
        'Jalankan npm run mend-books. Yang tetap merah setelahnya perlu dilihat bersama cadangan terakhir yang cocok.',
        'Run npm run mend-books. What stays red afterwards has to be looked at, beside the last backup that is consistent.',
      ),
    }
  } finally {
    await session.close()
  }
}
