import { at, findBuyer, findDemoStudent, type DemoDeps, type DemoStudy } from './accounts.ts'

// One of this many purchases is opened but not paid.
const oneOfIsAbandoned = 12

/**
 * Makes the purchases of the last months one after the other through the real checkout, then imports the progress. Without a payment
 * sandbox access is granted directly.
 */
export async function seedPurchases(
  { app, database, clock, pay }: DemoDeps,
  studies: readonly DemoStudy[],
): Promise<void> {
  const { commerce, identity, learning } = app.modules
  const bought = studies.filter((study) => study.bought)
  if (pay) {
    for (const [index, { userId, courseId, grantedAt }] of bought.entries()) {
      const student = await findBuyer({ identity }, userId)
      await at(clock, grantedAt, async () => {
        const result = await commerce.checkout({
          student,
          wanted: [{ kind: 'course', itemId: courseId }],
          gift: null,
          promoCode: null,
          client: 'demo',
        })
        if (result.outcome === 'opened' && result.token && (index + 1) % oneOfIsAbandoned > 0) await pay(result.token)
      })
    }
  }
  const completed = bought.filter((_, index) => !pay || (index + 1) % oneOfIsAbandoned > 0)
  await database.transaction((tx) => learning.importHistory(tx, completed))
  if (pay) await buyAsDemoStudent(app, pay)
}

/** Gives the demo student one paid and one pending purchase. */
async function buyAsDemoStudent(app: DemoDeps['app'], pay: NonNullable<DemoDeps['pay']>): Promise<void> {
  const student = await findDemoStudent(app)
  const { cards } = await app.modules.catalog.listCourses({ type: 'premium', sort: 'price-asc', page: 1, limit: 100 })
  const tokens: string[] = []
  for (const card of cards) {
    if (tokens.length === 2) break
    if (await app.modules.learning.isEnrolled(student.id, card._id)) continue
    const result = await app.modules.commerce.checkout({
      student,
      wanted: [{ kind: 'course', itemId: card._id }],
      gift: null,
      promoCode: null,
      client: 'demo',
    })
    if (result.outcome === 'opened' && result.token) tokens.push(result.token)
  }
  const [first] = tokens
  if (first) await pay(first)
}
