import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import { jakartaAheadMs } from '#contract/kit/days.ts'
import { seededRandom, type SeededRandom } from '#server/platform/covers/index.ts'
import type { DemoCourse, DemoNames, DemoPerson } from './content.ts'

// Generates what happened before the installation, relative to the time of the demo's first start. Random values are seeded, so equal inputs give equal results.

const shownDays = 90
const demoStudent = 'siswa'

export type GeneratedStudy = {
  /** Key of a student. */
  student: string
  course: DemoCourse
  since: Date
  /** Bought through the checkout; otherwise access was granted without a purchase. */
  bought: boolean
  /** When each lesson was completed, from the first one on. */
  completedAt: Date[]
}
export type GeneratedHistory = {
  /** Generated students, in addition to those of the data files; they signed up in the last three months. */
  generatedStudents: DemoPerson[]
  joinedAt: Map<string, Date>
  studies: GeneratedStudy[]
}

export function generateHistory(courses: readonly DemoCourse[], names: DemoNames, now: Date): GeneratedHistory {
  const generatedStudents = generateStudents(names)
  const named = courses.flatMap((course) => course.enrolled.map((student) => namedStudy(student, course, now)))
  const joinedAt = new Map(
    generatedStudents.map(({ key, daysAgo }) => [key, timeOf(now, daysAgo, seededRandom(`joined ${key}`))]),
  )
  const studies = [
    ...named,
    ...generatedStudents.flatMap((student) => generateStudies(student, joinedAt.get(student.key) ?? now, courses, now)),
  ]
  for (const { student, since } of named) {
    const earlier = new Date(since.getTime() - seededRandom(`joined ${student}`).between(1, 12) * dayMs)
    joinedAt.set(student, new Date(Math.min(earlier.getTime(), joinedAt.get(student)?.getTime() ?? Infinity)))
  }
  return { generatedStudents, joinedAt, studies: studies.toSorted((a, b) => a.since.getTime() - b.since.getTime()) }
}

/** A time between 7 and 22 o'clock of that day in Jakarta; a future time of today becomes yesterday's. */
function timeOf(now: Date, daysAgo: number, chance: SeededRandom): Date {
  const today = Math.floor((now.getTime() + jakartaAheadMs) / dayMs)
  const instant = (today - daysAgo) * dayMs - jakartaAheadMs + chance.between(7 * 60, 22 * 60) * minuteMs
  return new Date(instant < now.getTime() - 10 * minuteMs ? instant : instant - dayMs)
}

/** These students may have reviews, so their access starts before the review. */
function namedStudy(student: string, course: DemoCourse, now: Date): GeneratedStudy {
  const chance = seededRandom(`${student} ${course.title}`)
  const review = course.reviews.find((candidate) => candidate.student === student)
  const earliest = Math.min(course.publishedDaysAgo, 200)
  // studies.ts generates the demo student's progress; the access must start before it.
  const wanted =
    student === demoStudent
      ? 60 + chance.between(0, 10)
      : review
        ? review.daysAgo + chance.between(6, 24)
        : chance.between(2, earliest)
  const daysAgo = Math.min(wanted, course.publishedDaysAgo)
  const share =
    student === demoStudent ? 0 : review ? chance.pick([60, 80, 100, 100, 100]) : chance.pick([0, 20, 40, 60, 100, 100])
  const since = timeOf(now, daysAgo, chance)
  return {
    student,
    course,
    since,
    bought: false,
    completedAt: lessonDays(course, { since, daysAgo, share }, now, chance),
  }
}

/** The completion time of each lesson, some days apart; lessons in the future are omitted. */
function lessonDays(
  course: DemoCourse,
  { since, daysAgo, share }: { since: Date; daysAgo: number; share: number },
  now: Date,
  chance: SeededRandom,
): Date[] {
  const lessons = Math.round((course.lessons.length * share) / 100)
  const days: number[] = []
  for (let day = daysAgo - chance.between(0, 2); days.length < lessons && day >= 0; day -= chance.between(0, 4))
    days.push(day)
  const times = days.map((day) => Math.max(since.getTime() + 20 * minuteMs, timeOf(now, day, chance).getTime()))
  return times.toSorted((a, b) => a - b).map((instant) => new Date(Math.min(instant, now.getTime() - minuteMs)))
}

type GeneratedStudent = DemoPerson & { daysAgo: number }

/** The number of sign-ups grows from month to month and is highest at weekends. */
function generateStudents(names: DemoNames): GeneratedStudent[] {
  const chance = seededRandom('crowd')
  const students: GeneratedStudent[] = []
  for (let daysAgo = shownDays - 1; daysAgo >= 0; daysAgo--) {
    const expected = (35 + 65 * (1 - daysAgo / shownDays)) * (daysAgo % 7 < 2 ? 1.5 : 1)
    const count = Math.floor((expected * chance.between(20, 180)) / 10_000 + chance.between(0, 100) / 100)
    for (let index = 0; index < count; index++) students.push({ ...nameOf(names, students.length), daysAgo })
  }
  return students
}

/** The step sizes have no common divisor, so that full names are unique. */
function nameOf(names: DemoNames, index: number): DemoPerson {
  const { given, second } = names[index % names.length] ?? { given: [], second: [] }
  const turn = Math.floor(index / names.length)
  const name = `${given[(turn * 5) % given.length]} ${second[(turn * 3) % second.length]}`
  const key = name.toLowerCase().replaceAll(' ', '.')
  return { key, name, email: `${key}@demo.id` }
}

/** One or two courses, mostly in the first days; expensive ones are bought less often. */
function generateStudies(
  { key: student, daysAgo: joinedDaysAgo }: GeneratedStudent,
  joinedAt: Date,
  courses: readonly DemoCourse[],
  now: Date,
): GeneratedStudy[] {
  const chance = seededRandom(`crowd ${student}`)
  const wanted = [chance.pick(courses), ...(chance.between(0, 1) ? [chance.pick(courses)] : [])]
  return [...new Set(wanted)].flatMap((course) => {
    const daysAgo = joinedDaysAgo - chance.between(0, Math.min(12, joinedDaysAgo))
    const isFree = course.price === 0
    if (daysAgo > course.publishedDaysAgo || (!isFree && chance.between(0, course.price > 1_000_000 ? 3 : 2) > 1))
      return []
    const share = chance.pick([0, 20, 40, 60, 80, 100, 100])
    // A purchase never precedes the account.
    const since = new Date(Math.max(joinedAt.getTime() + 3 * minuteMs, timeOf(now, daysAgo, chance).getTime()))
    return [
      {
        student,
        course,
        since,
        bought: !isFree,
        completedAt: lessonDays(course, { since, daysAgo, share }, now, chance),
      },
    ]
  })
}
