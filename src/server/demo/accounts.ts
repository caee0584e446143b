import type { App } from '#server/app.ts'
import type { SettableClock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'

/** The demo accounts have this password. They exist in a demo only. */
export const demoPassword = 'belajar123'
export const demoAccounts = { student: 'siswa@demo.id', instructor: 'pengajar@demo.id', admin: 'admin@demo.id' } as const

export type DemoDeps = {
  app: App
  database: Database
  /** The clock of the whole product: what the demo tells of the past happens in it, before anybody is let in. */
  clock: SettableClock
  /** Pays at the sandbox, as a payer would, what this payment token stands for; null where real money or real mail would move. */
  pay: ((token: string) => Promise<void>) | null
}

/** What somebody did with a course, with the ids of both. */
export type MadeStudy = Parameters<App['modules']['learning']['takeInPast']>[1][number] & { bought: boolean }

/** Does something at an earlier moment, by the clock that everything goes by. */
export async function at<Result>(clock: SettableClock, moment: Date, work: () => Promise<Result>): Promise<Result> {
  clock.set(moment)
  try {
    return await work()
  } finally {
    clock.set(null)
  }
}

export async function findDemoStudent({ modules: { identity } }: App) {
  const id = await identity.findIdByEmail(demoAccounts.student)
  if (!id) throw new Error('The demo student is not there')
  return findBuyer({ identity }, id)
}

/** Somebody as a caller of the product. */
export async function findBuyer({ identity }: Pick<App['modules'], 'identity'>, id: string) {
  const person = (await identity.findPeople([id])).get(id)
  if (!person) throw new Error('A demo student is not there')
  return { id, name: person.name, email: person.email, role: 'student' as const, photo: 'default.jpg', sessionId: '' }
}
