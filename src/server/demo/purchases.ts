import { at, findBuyer, findDemoStudent, type DemoDeps, type MadeStudy } from './accounts.ts'

// Somebody opens the payment window and thinks better of it: one of so many.
const oneOfLeaves = 12

/**
 * What was bought in the last months, one after the other, through the very checkout that a visitor uses; then what was learnt since. Where
 * nobody can pay, access is just there.
 */
export async function seedPurchases({ app, database, clock, pay }: DemoDeps, studies: readonly MadeStudy[]): Promise<void> {
  const { commerce, identity, learning } = app.modules
  const bought = studies.filter((study) => study.bought)
  if (pay) {
    for (const [index, { userId, courseId, grantedAt }] of bought.entries()) {
      const student = await findBuyer({ identity }, userId)
      await at(clock, grantedAt, async () => {
        const result = await commerce.checkout({ student, item: { kind: 'course', id: courseId }, promoCode: null, client: 'demo' })
        if (result.outcome === 'open' && (index + 1) % oneOfLeaves > 0) await pay(result.token)
      })
    }
  }
  const stayed = bought.filter((_, index) => !pay || (index + 1) % oneOfLeaves > 0)
  await database.transaction((tx) => learning.takeInPast(tx, stayed))
  if (pay) await buyAsDemoStudent(app, pay)
}

/** The demo student has a paid purchase and one that still waits. */
async function buyAsDemoStudent(app: DemoDeps['app'], pay: NonNullable<DemoDeps['pay']>): Promise<void> {
  const student = await findDemoStudent(app)
  const { cards } = await app.modules.catalog.listCourses({ type: 'premium', sort: 'price-asc', page: 1, limit: 100 })
  const tokens: string[] = []
  for (const card of cards) {
    if (tokens.length === 2) break
    if (await app.modules.learning.isEnrolled(student.id, card._id)) continue
    const result = await app.modules.commerce.checkout({ student, item: { kind: 'course', id: card._id }, promoCode: null, client: 'demo' })
    if (result.outcome === 'open') tokens.push(result.token)
  }
  const [first] = tokens
  if (first) await pay(first)
}
