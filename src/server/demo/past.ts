import { chanceFrom, type Chance } from '#server/covers/index.ts'
import type { DemoCourse, DemoNames, DemoPerson } from './content.ts'

// What happened before the installation: told anew by the same dice at every start of a demo, counted back from that moment.

const minuteMs = 60_000
const dayMs = 86_400_000
const wibOffsetMs = 7 * 3_600_000
const shownDays = 90
const demoStudent = 'siswa'

export type PastStudy = {
  /** Key of a student. */
  student: string
  course: DemoCourse
  since: Date
  /** Through the cashier; otherwise it was theirs before the shop was. */
  bought: boolean
  /** When each lesson was completed, from the first one on. */
  completedAt: Date[]
}
export type Past = {
  /** Students beside those of the data files: they signed up in the last three months. */
  crowd: DemoPerson[]
  joinedAt: Map<string, Date>
  studies: PastStudy[]
}

export function tellPast(courses: readonly DemoCourse[], names: DemoNames, now: Date): Past {
  const crowd = gatherCrowd(names)
  const named = courses.flatMap((course) => course.enrolled.map((student) => namedStudy(student, course, now)))
  const joinedAt = new Map(crowd.map(({ key, daysAgo }) => [key, momentOf(now, daysAgo, chanceFrom(`joined ${key}`))]))
  const studies = [...named, ...crowd.flatMap((newcomer) => crowdStudies(newcomer, joinedAt.get(newcomer.key) ?? now, courses, now))]
  for (const { student, since } of named) {
    const earlier = new Date(since.getTime() - chanceFrom(`joined ${student}`).between(1, 12) * dayMs)
    joinedAt.set(student, new Date(Math.min(earlier.getTime(), joinedAt.get(student)?.getTime() ?? Infinity)))
  }
  return { crowd, joinedAt, studies: studies.toSorted((a, b) => a.since.getTime() - b.since.getTime()) }
}

/** Somewhere in the waking hours of that day in Jakarta; an hour of today that has not come yet was yesterday's. */
function momentOf(now: Date, daysAgo: number, chance: Chance): Date {
  const today = Math.floor((now.getTime() + wibOffsetMs) / dayMs)
  const moment = (today - daysAgo) * dayMs - wibOffsetMs + chance.between(7 * 60, 22 * 60) * minuteMs
  return new Date(moment < now.getTime() - 10 * minuteMs ? moment : moment - dayMs)
}

/** Of these students there are reviews: they were there before they wrote them. */
function namedStudy(student: string, course: DemoCourse, now: Date): PastStudy {
  const chance = chanceFrom(`${student} ${course.title}`)
  const review = course.reviews.find((candidate) => candidate.student === student)
  const earliest = Math.min(course.publishedDaysAgo, 200)
  // The demo student's own weeks are told elsewhere; they need some time to lie in.
  const wanted = student === demoStudent ? 60 + chance.between(0, 10) : review ? review.daysAgo + chance.between(6, 24) : chance.between(2, earliest)
  const daysAgo = Math.min(wanted, course.publishedDaysAgo)
  const share = student === demoStudent ? 0 : review ? chance.pick([60, 80, 100, 100, 100]) : chance.pick([0, 20, 40, 60, 100, 100])
  const since = momentOf(now, daysAgo, chance)
  return { student, course, since, bought: false, completedAt: lessonDays(course, { since, daysAgo, share }, now, chance) }
}

/** Lesson by lesson, with days between them; what would lie ahead has not happened. */
function lessonDays(course: DemoCourse, { since, daysAgo, share }: { since: Date; daysAgo: number; share: number }, now: Date, chance: Chance): Date[] {
  const lessons = Math.round((course.lessons.length * share) / 100)
  const days: number[] = []
  for (let day = daysAgo - chance.between(0, 2); days.length < lessons && day >= 0; day -= chance.between(0, 4)) days.push(day)
  const moments = days.map((day) => Math.max(since.getTime() + 20 * minuteMs, momentOf(now, day, chance).getTime()))
  return moments.toSorted((a, b) => a - b).map((moment) => new Date(Math.min(moment, now.getTime() - minuteMs)))
}

type Newcomer = DemoPerson & { daysAgo: number }

/** More of them from month to month, and most at weekends. */
function gatherCrowd(names: DemoNames): Newcomer[] {
  const chance = chanceFrom('crowd')
  const newcomers: Newcomer[] = []
  for (let daysAgo = shownDays - 1; daysAgo >= 0; daysAgo--) {
    const expected = (35 + 65 * (1 - daysAgo / shownDays)) * (daysAgo % 7 < 2 ? 1.5 : 1)
    const count = Math.floor((expected * chance.between(20, 180)) / 10_000 + chance.between(0, 100) / 100)
    for (let index = 0; index < count; index++) newcomers.push({ ...nameOf(names, newcomers.length), daysAgo })
  }
  return newcomers
}

/** Steps without a common divisor: no two share both names. */
function nameOf(names: DemoNames, index: number): DemoPerson {
  const { given, second } = names[index % names.length] ?? { given: [], second: [] }
  const turn = Math.floor(index / names.length)
  const name = `${given[(turn * 5) % given.length]} ${second[(turn * 3) % second.length]}`
  const key = name.toLowerCase().replaceAll(' ', '.')
  return { key, name, email: `${key}@demo.id` }
}

/** One course or a few, mostly in the first days; the dear ones are bought by few. */
function crowdStudies({ key: student, daysAgo: joinedDaysAgo }: Newcomer, joinedAt: Date, courses: readonly DemoCourse[], now: Date): PastStudy[] {
  const chance = chanceFrom(`crowd ${student}`)
  const wanted = [chance.pick(courses), ...(chance.between(0, 1) ? [chance.pick(courses)] : [])]
  return [...new Set(wanted)].flatMap((course) => {
    const daysAgo = joinedDaysAgo - chance.between(0, Math.min(12, joinedDaysAgo))
    const isFree = course.price === 0
    if (daysAgo > course.publishedDaysAgo || (!isFree && chance.between(0, course.price > 1_000_000 ? 3 : 2) > 1)) return []
    const share = chance.pick([0, 20, 40, 60, 80, 100, 100])
    // Nobody buys before they have an account.
    const since = new Date(Math.max(joinedAt.getTime() + 3 * minuteMs, momentOf(now, daysAgo, chance).getTime()))
    return [{ student, course, since, bought: !isFree, completedAt: lessonDays(course, { since, daysAgo, share }, now, chance) }]
  })
}
