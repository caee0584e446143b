import { sql } from 'drizzle-orm'
import { menuCategoryNames, type CategoryGroup } from '#contract/catalog.ts'
import type { App } from '#server/app.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/index.ts'
import { markdownToHtml } from '#server/rich-text/index.ts'
import { createReading, readDemoReading } from './reading.ts'
import { readDemoContent, type DemoCourse, type DemoPeople } from './content.ts'

/** Every demo account has this password. They exist in a demo only. */
export const demoPassword = 'belajar123'
export const demoAccounts = { student: 'siswa@demo.id', instructor: 'pengajar@demo.id', admin: 'admin@demo.id' } as const

const dayMs = 86_400_000
const campaignDays = 5

type Deps = { app: App; database: Database; clock: Clock }

const groupOf = (name: string): CategoryGroup => {
  if (name === 'Digital Marketing') return 'marketing'
  return ['UI-UX Design', 'Graphic Design', 'Figma'].includes(name) ? 'design' : 'programming'
}

/** The categories that every installation starts with. Does nothing where there are categories already. */
export async function seedCategories({ app, database }: Deps): Promise<void> {
  const { catalog } = app.modules
  if ((await catalog.listCategories()).length > 0) return
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('categories', 0))`)
    if (await catalog.hasCategories(tx)) return
    for (const [position, name] of [...menuCategoryNames, 'Digital Marketing'].entries()) {
      await catalog.createCategory(tx, { name, group: groupOf(name), position })
    }
  })
}

/** Fills an empty installation with the demo's people, courses and reviews, once. False when it was there already. */
export async function seedDemo(deps: Deps, onProgress: (what: string) => void): Promise<boolean> {
  const { app, database } = deps
  if (await app.modules.identity.findIdByEmail(demoAccounts.admin)) return false
  const { people, courses } = await readDemoContent()
  const reading = await readDemoReading(app)
  onProgress(`filling in the demo: ${courses.length} courses, ${people.instructors.length + people.students.length + 1} people`)
  const ids = await createPeople(deps, people)
  const categories = new Map((await app.modules.catalog.listCategories()).map((category) => [category.name, category.id]))
  // All or nothing: an interrupted seed starts over. Of several processes that start together one fills in, the others wait for it.
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`)
    if (await app.modules.catalog.hasCourses(tx)) return
    for (const course of courses) await createCourse(tx, deps, course, { ids, categories })
    await createReading(tx, app.modules, reading, (days) => new Date(deps.clock.now().getTime() - days * dayMs))
    await announceSale(tx, deps)
  })
  // Last, because it is what tells that the demo is complete.
  await app.modules.identity.createUser({
    name: 'Admin Cendaki',
    email: demoAccounts.admin,
    password: demoPassword,
    role: 'admin',
    emailVerifiedAt: deps.clock.now(),
  })
  return true
}

async function createPeople({ app, clock }: Deps, people: DemoPeople): Promise<Map<string, string>> {
  const { identity } = app.modules
  const all = [
    ...people.instructors.map((person) => ({ ...person, role: 'instructor' as const })),
    ...people.students.map((person) => ({ ...person, role: 'student' as const })),
  ]
  const ids = new Map<string, string>()
  for (const { key, ...person } of all) {
    const user = await identity.createUser({ ...person, password: demoPassword, emailVerifiedAt: clock.now() })
    const id = user?.id ?? (await identity.findIdByEmail(person.email))
    if (id) ids.set(key, id)
  }
  return ids
}

type Known = { ids: Map<string, string>; categories: Map<string, string> }

async function createCourse(tx: Transaction, { app, clock }: Deps, course: DemoCourse, { ids, categories }: Known): Promise<void> {
  const { catalog, learning } = app.modules
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  const courseId = await catalog.createCourse(tx, {
    status: 'published',
    title: course.title,
    tagline: course.tagline,
    description: course.description,
    learn: course.learn,
    categoryId: must(categories, course.category),
    level: course.level,
    priceIdr: course.price,
    discountPercent: course.discount,
    instructorId: must(ids, course.instructor),
    publishedAt: daysAgo(course.publishedDaysAgo),
  })
  for (const lesson of course.lessons) {
    const { title, isPreview } = lesson
    await catalog.addContent(
      tx,
      lesson.type === 'video'
        ? { courseId, title, isPreview, type: 'video', youtubeId: lesson.youtubeId }
        : { courseId, title, isPreview, type: 'text', html: markdownToHtml(lesson.markdown) },
    )
  }
  for (const student of course.enrolled) await learning.enroll(tx, { userId: must(ids, student), courseId, sourceRef: 'demo' })
  for (const review of course.reviews) {
    await learning.addReview(tx, { userId: must(ids, review.student), courseId, rating: review.rating, text: review.text, writtenAt: daysAgo(review.daysAgo) })
  }
}

function must(map: Map<string, string>, key: string): string {
  const value = map.get(key)
  if (!value) throw new Error(`The demo content names "${key}", which is not there`)
  return value
}

/** Spec §1: TODAY'S SALE, 2.5 million reduced to 89K for 5 days, with a real end. */
async function announceSale(tx: Transaction, { app, clock }: Deps): Promise<void> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + campaignDays * dayMs)
  // The code of the announcement is real: it makes any course Rp 89.000.
  await app.modules.commerce.createPromo(tx, { code: 'REMOTE', kind: 'fixed-price', value: 89_000, startsAt: now, endsAt })
  await app.modules.settings.writeSite(tx, {
    announcement: {
      campaign: `todays-sale-${now.toISOString().slice(0, 10)}`,
      label: "TODAY'S SALE",
      listPrice: 2_500_000,
      price: 89_000,
      promoCode: 'REMOTE',
      startsAt: now.toISOString(),
      endsAt: endsAt.toISOString(),
    },
  })
}
