import type { App } from '#server/app.ts'
import { findAccountsByEmail, type UserAccount } from '#server/identity/index.ts'
import type { SettableClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'

/** The demo accounts have this password. They exist in a demo only. */
export const demoPassword = 'belajar123'
export const demoAccounts = {
  student: 'siswa@demo.id',
  instructor: 'pengajar@demo.id',
  admin: 'admin@demo.id',
} as const

/** The demo accounts that are there, also disabled ones. Whoever knows the product knows their password. */
export async function listDemoAccounts(queryable: Queryable): Promise<UserAccount[]> {
  return [...(await findAccountsByEmail(queryable, Object.values(demoAccounts))).values()]
}

/** True when somebody can sign in with the password of the demo. */
export const isDemoOpen = async (queryable: Queryable): Promise<boolean> =>
  (await listDemoAccounts(queryable)).some(({ disabledAt }) => disabledAt === null)

export type DemoDeps = {
  app: App
  database: Database
  /** The clock of the whole application. It is set to the past while the demo is seeded, before the server accepts requests. */
  clock: SettableClock
  /** Pays the order of this token at the payment sandbox; null when a real payment provider or real mail is configured. */
  pay: ((token: string) => Promise<void>) | null
}

/** A generated study with the ids of the created student and course. */
export type DemoStudy = Parameters<App['modules']['learning']['importHistory']>[1][number] & { bought: boolean }

/** Runs `work` with the application's clock set to an earlier time. */
export async function at<Result>(clock: SettableClock, instant: Date, work: () => Promise<Result>): Promise<Result> {
  clock.set(instant)
  try {
    return await work()
  } finally {
    clock.set(null)
  }
}

export async function findDemoStudent({ modules: { identity } }: App) {
  const id = await identity.findIdByEmail(demoAccounts.student)
  if (!id) throw new Error('The demo student does not exist')
  return findBuyer({ identity }, id)
}

/** A demo student as the viewer of a request. */
export async function findBuyer({ identity }: Pick<App['modules'], 'identity'>, id: string) {
  const person = (await identity.findUserProfiles([id])).get(id)
  if (!person) throw new Error('A demo student does not exist')
  return {
    id,
    name: person.name,
    email: person.email,
    role: 'student' as const,
    photo: 'default.jpg',
    sessionId: '',
    hasFreshProof: false,
    mustSetUpTwoSteps: false,
  }
}
