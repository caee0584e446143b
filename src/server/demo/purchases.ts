import type { App } from '#server/app.ts'
import { demoAccounts } from './seed.ts'

type Deps = {
  app: App
  /** Pays at the sandbox, as a payer would, what this payment token stands for. */
  pay: (token: string) => Promise<void>
}

type Student = Parameters<App['modules']['commerce']['checkout']>[0]['student']

const purchases = 2

/** Gives the demo student a paid purchase and one that still waits, through the very checkout that a visitor uses. */
export async function seedPurchases({ app, pay }: Deps): Promise<void> {
  const student = await findDemoStudent(app)
  const { cards } = await app.modules.catalog.listCourses({ type: 'premium', sort: 'price-asc', page: 1, limit: 100 })
  const tokens: string[] = []
  for (const card of cards) {
    if (tokens.length === purchases) break
    if (await app.modules.learning.isEnrolled(student.id, card._id)) continue
    const result = await app.modules.commerce.checkout({ student, item: { kind: 'course', id: card._id }, promoCode: null, client: 'demo' })
    if (result.outcome === 'open') tokens.push(result.token)
  }
  const [first] = tokens
  if (first) await pay(first)
}

export async function findDemoStudent(app: App): Promise<Student> {
  const id = await app.modules.identity.findIdByEmail(demoAccounts.student)
  const person = id ? (await app.modules.identity.findPeople([id])).get(id) : undefined
  if (!person) throw new Error('The demo student is not there')
  return { id: person.id, name: person.name, email: person.email, role: 'student', photo: 'default.jpg', sessionId: '' }
}
