import { courseStudentSorts } from '#contract/learning/course-students.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { pick } from '#testing/chaos/seeded-random.ts'
import type { TestSite } from '#testing/test-site.ts'
import { adminToken, filledUntil, instructorToken } from './fill-sql.ts'
import type { Subjects } from './fill.ts'

export type HotCall = {
  name: string
  /** A p99 below this passes, whatever the growth. In milliseconds. */
  lineMs: number
  run(site: TestSite, subjects: Subjects, random: () => number): Promise<void>
}

/** Any student's address, from where it differs from others: all of them begin with the same letters, which real addresses do not. */
const address = (random: () => number, students: number): string => `${1 + Math.floor(random() * students)}@contoh.id`

const words = [
  'laravel',
  'desain',
  'python',
  'data excel',
  'fotografi',
  'belajar desain logo',
  'phyton',
  'pemula',
  'golang jaringan',
  'zzzzqqqq',
]
const names = ['agus ka', 'budi', 'dewi ra', 'made', 'sari tu', 'wulan']
const sorts = ['popular', 'rating', 'newest', 'price-asc', 'price-desc']
let clients = 0

/** A call from an IP address of its own, so that rate limits of IP addresses do not end the measurement. */
async function ask(
  site: TestSite,
  method: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<void> {
  clients++
  const response = await site.call(method, path, {
    ...options,
    client: `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`,
  })
  if (response.status >= 400)
    throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(response.body)}`)
}

type Path = (subjects: Subjects, random: () => number) => string
const visitor = (name: string, lineMs: number, path: Path): HotCall => ({
  name: `visitor: ${name}`,
  lineMs,
  run: (site, subjects, random) => ask(site, 'GET', path(subjects, random)),
})

type StudentPath = (study: Subjects['studies'][number]['study']) => string
const student = (
  name: string,
  path: StudentPath,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): HotCall => ({
  name: `student: ${name}`,
  lineMs: 10,
  run: async (site, subjects, random) => {
    const { token, study } = pick(random, subjects.studies)
    await ask(site, method, path(study), { token, ...(body === undefined ? {} : { body }) })
  },
})

const staff =
  (token: string) =>
  (name: string, lineMs: number, path: Path): HotCall => ({
    name: `${token === adminToken ? 'admin' : 'instructor'}: ${name}`,
    lineMs,
    run: (site, subjects, random) => ask(site, 'GET', path(subjects, random), { token }),
  })
const [admin, instructor] = [staff(adminToken), staff(instructorToken)]

const anyPage = (random: () => number, rows: number): number => 1 + Math.floor(random() * Math.max(1, rows / 24))
/** A page in the middle of a list, as `meta.next` names it. */
const cursorAt = (value: string): string =>
  `n.${Buffer.from(`=${value}`).toString('base64url')}.00000000-0000-4000-8000-000000000000`
/** Microseconds since 1970, in the two years of the generated shop. */
const anyInstant = (random: () => number): number =>
  Math.floor((Date.parse(filledUntil) - random() * 700 * dayMs) * 1000)
/** A place in the middle of an order of a course's students. */
function studentPosition(sort: string, random: () => number): string {
  if (sort.endsWith('name')) return pick(random, names)
  return sort.endsWith('progress') ? String(Math.floor(random() * 8)) : String(anyInstant(random))
}
/** So that few URLs repeat: a repeated one is served from the page cache. */
const anyLimit = (random: () => number): string => `limit=${20 + Math.floor(random() * 60)}`
const course: Path = ({ courseIds }, random) => pick(random, courseIds)
const mostPopular: Path = ({ courseIds }) => courseIds[0] ?? ''

/** The most frequent calls of visitors, students, staff and the periodic work, with the lines that a shop of the full size must keep. */
export const hotCalls: readonly HotCall[] = [
  visitor(
    'course list, any page and order',
    25,
    ({ courses }, random) =>
      `/courses?${anyLimit(random)}&page=${anyPage(random, courses)}&sort=${pick(random, sorts)}`,
  ),
  visitor(
    'search',
    25,
    (_, random) =>
      `/courses?limit=24&page=1&sort=popular&q=${encodeURIComponent(`${pick(random, words)} ${Math.floor(random() * 1e6)}`)}`,
  ),
  visitor(
    'search by words',
    25,
    (_, random) => `/courses?${anyLimit(random)}&q=${encodeURIComponent(pick(random, words))}`,
  ),
  visitor(
    'suggestions',
    25,
    (_, random) =>
      `/search/suggestions?q=${encodeURIComponent(pick(random, words).slice(0, 3 + Math.floor(random() * 6)))}`,
  ),
  visitor('course', 60, (subjects, random) => `/courses/${course(subjects, random)}`),
  visitor(
    'reviews of the most popular course',
    25,
    (subjects, random) =>
      `/courses/${mostPopular(subjects, random)}/reviews?${anyLimit(random)}&page=${anyPage(random, 100)}`,
  ),
  student('my account', () => '/me'),
  student('my courses', () => '/courses/enrolled'),
  student('course', ({ courseId }) => `/courses/${courseId}`),
  student('lesson', ({ courseId, lessonId }) => `/courses/${courseId}/content/${lessonId}`),
  student('progress', ({ courseId }) => `/courses/${courseId}/progress`),
  student('complete a lesson', ({ courseId, lessonId }) => `/courses/${courseId}/content/${lessonId}/completion`, {
    method: 'PUT',
  }),
  student('activity', () => '/me/activity'),
  student('weekly goal', () => '/me/weekly-goal'),
  student('my transactions', () => '/my-transaction'),
  admin('overview', 200, () => '/admin/overview?days=30'),
  instructor('overview', 200, () => '/admin/overview?days=30'),
  admin('earnings', 200, () => '/admin/earnings'),
  instructor('earnings', 200, () => '/admin/earnings'),
  admin('transactions', 60, () => '/admin/transactions?limit=20'),
  admin(
    'transactions, any page',
    60,
    (_, random) => `/admin/transactions?limit=20&cursor=${cursorAt(String(anyInstant(random)))}`,
  ),
  admin(
    'transactions, search',
    60,
    ({ students }, random) => `/admin/transactions?limit=20&q=${address(random, students)}`,
  ),
  admin('students', 60, () => '/admin/students?limit=20'),
  admin(
    'students by name, any page',
    60,
    (_, random) => `/admin/students?limit=20&sort=name&cursor=${cursorAt(pick(random, names))}`,
  ),
  instructor('courses', 60, () => '/admin/courses?limit=20'),
  ...courseStudentSorts.map((sort) =>
    admin(
      `students of the most popular course, ${sort}, any page`,
      60,
      (subjects, random) =>
        `/courses/${mostPopular(subjects, random)}/students?limit=20&sort=${sort}&cursor=${cursorAt(studentPosition(sort, random))}`,
    ),
  ),
  admin(
    'students of the most popular course',
    60,
    (subjects, random) => `/courses/${mostPopular(subjects, random)}/students?limit=20`,
  ),
  admin(
    'students of the most popular course, search',
    60,
    (subjects, random) =>
      `/courses/${mostPopular(subjects, random)}/students?limit=20&q=${address(random, subjects.students)}`,
  ),
  admin(
    'students of the most popular course, search of a common name',
    100,
    (subjects, random) =>
      `/courses/${mostPopular(subjects, random)}/students?${anyLimit(random)}&q=${pick(random, ['budi', 'Wulan', 'rina'])}`,
  ),
  admin(
    'what was sold of the most popular course, any page',
    60,
    (subjects, random) =>
      `/admin/courses/${mostPopular(subjects, random)}/sales?limit=20&cursor=${cursorAt(String(anyInstant(random)))}`,
  ),
  admin('certificates', 60, () => '/admin/certificates?limit=20'),
  admin(
    'certificates that are valid, any page',
    60,
    (_, random) => `/admin/certificates?limit=20&status=valid&cursor=${cursorAt(String(anyInstant(random)))}`,
  ),
  admin(
    'certificates, search',
    60,
    ({ students }, random) => `/admin/certificates?limit=20&q=${address(random, students)}`,
  ),
  admin('audit log', 60, () => '/admin/audit?limit=20'),
  admin('mails', 60, () => '/admin/mails?limit=20'),
  admin('reviews', 60, () => '/admin/reviews?limit=20'),
  {
    name: 'work: payments, refunds and notifications that are due',
    lineMs: 5,
    run: (site) => site.runDue('commerce'),
  },
  { name: 'work: mails that are due', lineMs: 5, run: (site) => site.app.jobs.run('mails') },
]
