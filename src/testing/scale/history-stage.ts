import type { Viewer } from '#server/platform/http/index.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import type { TestSite } from '#testing/test-site.ts'

/** Who and what acts in a history. */
export type Stage = {
  site: TestSite
  random: () => number
  students: Viewer[]
  courses: MadeCourse[]
  bundleId: string
  /** Teaches two courses; the other one earns with the first of them as well. */
  instructor: SignedIn
  other: SignedIn
  admin: Viewer
  adminId: string
  firstOrder: number
  receiver: string
}
export async function prepare(
  site: TestSite,
  { admin, random }: { admin: Viewer; random: () => number },
): Promise<Stage> {
  const [instructor, other] = [await site.createInstructor(), await site.createInstructor()]
  const people = [await site.createStudent(), await site.createStudent()]
  const courses = [
    await site.createCourse({ price: 50_000, instructorId: instructor.id }),
    await site.createCourse({ price: 89_000, instructorId: instructor.id }),
    await site.createCourse({ price: 120_000, discount: 10 }),
  ]
  const [one, two] = courses
  await setShares(site, { admin, courseId: one?.id ?? '' }, { [instructor.id]: 47, [other.id]: 21 })
  const made = await site.app.modules.commerce.bundles.create(null, {
    title: `Paket ${one?.id}`,
    description: '',
    price: 99_000,
    status: 'published',
    items: [{ courseId: one?.id ?? '' }, { courseId: two?.id ?? '' }],
  })
  const students = await Promise.all(people.map(({ token }) => site.app.modules.identity.findViewerByToken(token)))
  return {
    site,
    random,
    students: students.filter((each) => each !== null),
    courses,
    bundleId: mustBe(made, 'saved').bundle._id,
    instructor,
    other,
    admin,
    adminId: admin.id,
    firstOrder: site.sandbox.listOrders().length,
    receiver: `penerima-${one?.id}@contoh.id`,
  }
}

export async function setShares(
  site: TestSite,
  { admin, courseId }: { admin: Viewer; courseId: string },
  shares: Readonly<Record<string, number>>,
) {
  const instructors = Object.entries(shares).map(([userId, sharePercent]) => ({ userId, sharePercent }))
  mustBe(
    await site.app.modules.authoring.updateCourse(admin, { courseId, change: { instructors }, isPatch: true }),
    'saved',
  )
}

export const commerceOf = ({ site }: Stage) => site.app.modules.commerce
