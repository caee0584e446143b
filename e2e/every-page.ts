import { expect, type APIRequestContext } from '@playwright/test'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import { apiAs } from './courses.ts'

export type Role = 'visitor' | 'student' | 'instructor' | 'admin'
type PageName = keyof typeof patterns | keyof typeof staffPatterns

const redirects: readonly string[] = ['courseShort', 'studentSignIn', 'adminSignIn'] satisfies PageName[]
/** Pages of an account although their path does not say so. */
const ofStudents: readonly string[] = [
  'player',
  'question',
  'announcement',
  'invitations',
  'unsubscribe',
  'gift',
  'invoice',
  'cart',
  'successCheckout',
] satisfies PageName[]
const ofInstructors: readonly string[] = ['myPromoCodes'] satisfies PageName[]

const roleOf = (name: string, path: string): Role => {
  if (ofInstructors.includes(name)) return 'instructor'
  if (path.startsWith('/admin')) return 'admin'
  return path.startsWith('/student') || ofStudents.includes(name) ? 'student' : 'visitor'
}

type Row = {
  _id: string
  certificateId?: string
  course: { _id: string }
  details: { _id: string; type: string }[]
  instructor?: { slug: string }
}
type Rows = Row[]

/**
 * The address of every page in the tables of paths, filled with the demo and what is missing in it, and the role that sees it. A page
 * whose parameter has no example here throws.
 */
export async function addressesOfEveryPage(request: APIRequestContext): Promise<{ role: Role; path: string }[]> {
  const [admin, student] = [await apiAs(request, 'admin@demo.id'), await apiAs(request, 'siswa@demo.id')]
  const list = async (api: typeof admin, path: string) => (await api('GET', path)) as unknown as Rows
  const first = async (api: typeof admin, path: string, key = '_id') =>
    String(((await list(api, path))[0] as Record<string, unknown> | undefined)?.[key] ?? '')

  const enrolled = await list(student, '/courses/enrolled')
  const finished = enrolled.find(({ certificateId }) => certificateId)
  const [waiting] = (await list(admin, '/admin/submissions')) as [Row]
  const courseId = waiting.course._id
  const course = (await admin('GET', `/admin/courses/${courseId}`)) as unknown as Row
  const lessonOf = (type: string) => course.details.find((lesson) => lesson.type === type)?._id ?? ''
  const study = enrolled.find(({ _id }) => _id === courseId) ?? enrolled[0]
  // Other tests make e-books without sections.
  const [ebookId, sectionId] = await (async () => {
    for (const { _id } of await list(admin, '/admin/ebooks')) {
      const ebook = (await admin('GET', `/admin/ebooks/${_id}`)) as unknown as {
        modules: { topics: { sections: { _id: string }[] }[] }[]
      }
      const [section] = ebook.modules.flatMap(({ topics }) => topics.flatMap(({ sections }) => sections))
      if (section) return [_id, section._id]
    }
    return []
  })()
  /** The first one in any course of the student. */
  const firstInCourses = async (what: string) => {
    for (const { _id } of enrolled) {
      const found = await first(student, `/courses/${_id}/${what}`)
      if (found) return found
    }
    return ''
  }

  const values: Record<string, string | undefined> = {
    keyword: 'javascript',
    courseId,
    lessonId: lessonOf('text'),
    ebookId,
    sectionId,
    tipId: await first(admin, '/admin/tips'),
    studentId: await first(admin, '/admin/students?q=siswa@demo.id'),
    questionId: await firstInCourses('questions'),
    announcementId: await firstInCourses('announcements'),
    certificateId: finished?.certificateId,
    transactionId: await first(student, '/my-transaction'),
    submissionId: waiting._id,
    mailId: await first(admin, '/admin/mails'),
    webhookId: await madeWebhook(admin),
    requestId: await madePrivacyRequest(admin),
    incidentId: await madeIncident(admin),
    cohortId: await madeCohort(admin, courseId),
    teamId: await madeTeam(request, student),
    page: 'terms',
    token: 'tautan-yang-tidak-ada',
  }
  const special: Partial<Record<PageName, Record<string, string | undefined>>> = {
    tip: { slug: await first(admin, '/tips', 'slug') },
    instructor: { slug: (await list(admin, '/courses'))[0]?.instructor?.slug },
    bundle: { slug: await first(admin, '/bundles', 'slug') },
    learningPath: { slug: await first(admin, '/paths', 'slug') },
    adminPath: { pathId: await first(admin, '/admin/paths') },
    quiz: { lessonId: lessonOf('quiz') },
    quizResults: { lessonId: lessonOf('quiz') },
    assignment: { lessonId: lessonOf('assignment') },
    exercise: { lessonId: lessonOf('code') },
    adminTransaction: { transactionId: await first(admin, '/admin/transactions') },
    player: { courseId: study?._id },
  }
  const fill = (name: string, pattern: string) =>
    pattern.replaceAll(/:(\w+)/g, (_, key: string) => {
      const value = special[name as PageName]?.[key] ?? values[key]
      if (!value) throw new Error(`There is no example of ${key} for the page ${name} (${pattern})`)
      return encodeURIComponent(value)
    })
  const pages = Object.entries({ ...patterns, ...staffPatterns })
    .filter(([name]) => !redirects.includes(name))
    .map(([name, pattern]) => ({ role: roleOf(name, pattern), path: fill(name, pattern) }))
  // Pages with several faces.
  const orders = await madeOrders(request, student)
  const lessons =
    study?.details.filter(({ type }, index, all) => all.findIndex((other) => other.type === type) === index) ?? []
  return [
    ...pages,
    ...[...lessons.map(({ _id }) => _id), 'selesai'].map((lesson) => ({
      role: 'student' as const,
      path: `/courses/${study?._id}/start?materi=${lesson}`,
    })),
    ...orders
      .flatMap((_id) => [`/success-checkout?transaksi=${_id}`, `/transaction/invoice/${_id}`])
      .map((path) => ({ role: 'student' as const, path })),
    { role: 'student', path: '/' },
    { role: 'visitor', path: '/search?q=react' },
    ...[
      '/admin',
      patterns.adminCourses,
      `/admin/course/detail/${courseId}`,
      patterns.adminEarnings,
      staffPatterns.balance,
    ].map((path) => ({
      role: 'instructor' as const,
      path,
    })),
  ]
}

type Api = Awaited<ReturnType<typeof apiAs>>

/** A team of the student: seats that are bought as the payment page does it. */
async function madeTeam(request: APIRequestContext, student: Api): Promise<string> {
  const known = async () => ((await student('GET', '/me/teams')) as unknown as Rows)[0]?._id
  const before = await known()
  if (before) return before
  const { data } = (await (await request.get('/api/courses?type=premium&limit=1')).json()) as { data: Rows }
  const { token, redirectUrl } = (await student('POST', '/checkout', {
    courseId: data[0]?._id,
    seats: 2,
    team: { name: 'PT Maju Bersama' },
  })) as unknown as { token: string; redirectUrl: string }
  const [provider] = redirectUrl.split('/snap/')
  await request.post(`${provider}/snap/v2/transactions/${token}/charge`, { data: { shortCut: 'pay' } })
  await expect.poll(known).toBeTruthy()
  return String(await known())
}

/** Orders of the student, one of each state and method: the page after a payment shows each of them otherwise. */
async function madeOrders(request: APIRequestContext, student: Api): Promise<string[]> {
  type Order = { _id: string; state: string; method: string; items: { _id: string }[] }
  const known = async () => (await student('GET', '/my-transaction')) as unknown as Order[]
  const orders = await known()
  if (!orders.some(({ state }) => state === 'cancelled')) {
    const { data } = (await (await request.get('/api/courses?type=premium')).json()) as { data: Rows }
    const owned = (await student('GET', '/courses/enrolled')) as unknown as Rows
    const taken = new Set([...owned, ...orders.flatMap(({ items }) => items)].map(({ _id }) => _id))
    const courseId = data.find(({ _id }) => !taken.has(_id))?._id
    await student('POST', '/checkout', { courseId })
    const opened = (await known()).find(({ state, items }) => state === 'pending' && items[0]?._id === courseId)
    await student('POST', `/my-transaction/${opened?._id}/cancel`)
  }
  const faces = new Map((await known()).map(({ _id, state, method }) => [`${state} ${method}`, _id]))
  expect([...faces.keys()]).toEqual(expect.arrayContaining(['paid card', 'cancelled card']))
  return [...faces.values()]
}

async function madeWebhook(admin: Api): Promise<string> {
  const [made] = (await admin('GET', '/admin/webhooks')) as unknown as Rows
  return (
    made?._id ??
    (
      await admin('POST', '/admin/webhooks', {
        url: `https://contoh.id/${'penerima'.repeat(15)}`,
        events: ['purchase.paid', 'course.finished'],
      })
    )._id
  )
}

async function madePrivacyRequest(admin: Api): Promise<string> {
  const [made] = (await admin('GET', '/admin/privacy/requests')) as unknown as Rows
  if (made?._id) return made._id
  const request = {
    name: 'Siti Nurhaliza Kusumawardhani, S.Pd., M.Kom.',
    email: 'siti.nurhaliza.kusumawardhani@contoh.id',
    kind: 'access',
  }
  return (
    await admin('POST', '/admin/privacy/requests', {
      ...request,
      text: 'Data apa saja yang disimpan tentangku?',
      receivedAt: new Date().toISOString(),
    })
  )._id
}

async function madeIncident(admin: Api): Promise<string> {
  const [made] = (await admin('GET', '/admin/privacy/incidents')) as unknown as Rows
  if (made?._id) return made._id
  const texts = {
    whatHappened: 'Laptop hilang',
    dataConcerned: 'Nama dan email',
    peopleConcerned: '1.250 siswa',
    measures: 'Semua sesi diakhiri',
  }
  const times = {
    happenedAt: null,
    noticedAt: new Date().toISOString(),
    authorityNotifiedAt: null,
    peopleNotifiedAt: null,
    noNotificationReason: '',
  }
  return (await admin('POST', '/admin/privacy/incidents', { title: 'Laptop pengelola hilang', ...texts, ...times }))._id
}

/** A cohort of a course whose students start when they like: its page for visitors stays as it is. */
async function madeCohort(api: Awaited<ReturnType<typeof apiAs>>, courseId: string): Promise<string> {
  const [known] = (await api('GET', `/courses/${courseId}/cohorts`)) as unknown as Rows
  if (known) return known._id
  const made = await api('POST', `/courses/${courseId}/cohorts`, { name: 'Angkatan 1', startsOn: '2090-01-07' })
  return String(made['_id'])
}
