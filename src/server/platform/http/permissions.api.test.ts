import { groupRows, makeGroups, type GroupWorld } from '#testing/materials/groups.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Access } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/identity/identity.ts'
import type { CallOptions } from '#testing/api-call.ts'
import { createAssignment, textFile } from '#testing/materials/assignments.ts'
import { conversationRows, type ConversationWorld } from '#testing/materials/conversation-ownership.ts'
import { assessmentRows } from '#testing/materials/assessment-ownership.ts'
import { createConversation } from '#testing/materials/conversation.ts'
import { createExercise, exerciseRows } from '#testing/materials/exercises.ts'
import { insertPayout } from '#testing/materials/purchases.ts'
import { invitationRows, type InvitationWorld } from '#testing/materials/invitations.ts'
import { createQuiz } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { myCode, purchaseOwners, purchasesWithoutOwner, type PurchaseWorld } from './purchase-permissions.ts'
import { createRouteTable } from './route-table.ts'

// Access tests for every endpoint of the contract. Roles come from the contract, ownership of the resource in a path from
// the table below. An endpoint of students or staff with an id in its path and without a row here fails the test.

type CallerKind =
  | 'anonymous'
  | 'student'
  | 'other student'
  | 'instructor'
  | 'co-teacher'
  | 'assistant'
  | 'other instructor'
  | 'admin'
const everyone: readonly CallerKind[] = [
  'anonymous',
  'student',
  'other student',
  'instructor',
  'co-teacher',
  'assistant',
  'other instructor',
  'admin',
]

/**
 * The student is enrolled in the course that the instructor owns; the co-teacher and the assistant teach it, too. The other student and the
 * other instructor are unrelated to it.
 */
type World = {
  /** Another course of the instructor: one with an assignment cannot be exported. */
  exportableId: string
  importId: string
  previewId: string
  lockedId: string
  quizId: string
  attemptId: string
  assignmentId: string
  exerciseId: string
  submissionId: string
  fileId: string
  lessonFileId: string
  sessionId: string
  studentId: string
  chapterId: string
} & ConversationWorld &
  GroupWorld &
  InvitationWorld &
  PurchaseWorld

type Ownership = {
  /** Callers with access. All others get 404 or 403. */
  owners: readonly CallerKind[]
  url: (world: World) => string
  body?: (world: World) => unknown
  form?: (world: World) => NonNullable<CallOptions['form']>
}

const nothing = '00000000-0000-7000-8000-000000000000'
const mayOwn: readonly CallerKind[] = ['instructor', 'admin']
const mayEdit: readonly CallerKind[] = [...mayOwn, 'co-teacher']
const mayTeach: readonly CallerKind[] = [...mayEdit, 'assistant']
const inCourse: readonly CallerKind[] = ['student', ...mayTeach]
const course = (rest = '') => ({ url: ({ courseId }: World) => `/courses/${courseId}${rest}` })
const lesson = (before: string, after = '') => ({
  url: ({ courseId, lockedId }: World) => `${before}/${courseId}${after.replace('$', lockedId)}`,
})
const chapter = { url: ({ courseId, chapterId }: World) => `/courses/${courseId}/chapters/${chapterId}` }
const lessonFile = {
  url: ({ courseId, lockedId, lessonFileId }: World) =>
    `/courses/${courseId}/content/${lockedId}/files/${lessonFileId}`,
}
const courseForm = {
  title: 'Kelas yang diubah',
  tagline: 'Belajar',
  description: 'Kelas.',
  categoryId: nothing,
  levels: 'Pemula',
  price: 0,
  discount: 0,
}
const lessonForm = { title: 'Pelajaran baru', type: 'text', text: '<p>Isi</p>' }
const always = (value: unknown) => () => value

const owned: Record<string, Ownership> = {
  'GET /admin/courses/{id}': { owners: mayTeach, url: ({ courseId }) => `/admin/courses/${courseId}` },
  'GET /admin/courses/{id}/content/{contentId}': { owners: mayTeach, ...lesson('/admin/courses', '/content/$') },
  'PUT /courses/{id}': { owners: mayEdit, ...course(), body: always(courseForm) },
  'PATCH /courses/{id}': { owners: mayEdit, ...course(), body: always(courseForm) },
  'DELETE /courses/{id}': { owners: mayOwn, ...course() },
  'PATCH /courses/{id}/status': { owners: mayEdit, ...course('/status'), body: always({ status: 'draft' }) },
  'GET /courses/{id}/checklist': { owners: mayEdit, ...course('/checklist') },
  'POST /courses/{id}/withdraw': { owners: mayEdit, ...course('/withdraw') },
  'POST /courses/{id}/duplicate': { owners: mayOwn, ...course('/duplicate') },
  'GET /courses/{id}/figures': { owners: mayEdit, ...course('/figures') },
  'GET /courses/{id}/export': { owners: mayEdit, url: ({ exportableId }) => `/courses/${exportableId}/export` },
  'GET /admin/courses/imports/{id}': {
    owners: ['instructor'],
    url: ({ importId }) => `/admin/courses/imports/${importId}`,
  },
  'POST /admin/courses/imports/{id}/confirm': {
    owners: ['instructor'],
    url: ({ importId }) => `/admin/courses/imports/${importId}/confirm`,
    body: always({}),
  },
  'DELETE /admin/courses/imports/{id}': {
    owners: ['instructor'],
    url: ({ importId }) => `/admin/courses/imports/${importId}`,
  },
  'PUT /courses/{id}/content-order': {
    owners: mayEdit,
    ...course('/content-order'),
    body: ({ previewId, lockedId }) => ({ contentIds: [lockedId, previewId] }),
  },
  'POST /courses/{id}/chapters': { owners: mayEdit, ...course('/chapters'), body: always({ title: 'Bab baru' }) },
  'PATCH /courses/{id}/chapters/{chapterId}': {
    owners: mayEdit,
    ...chapter,
    body: always({ title: 'Bab yang diubah' }),
  },
  'DELETE /courses/{id}/chapters/{chapterId}': { owners: mayEdit, ...chapter },
  'POST /courses/{id}/video-drafts': {
    owners: mayEdit,
    ...course('/video-drafts'),
    body: always({ groups: [{ chapter: null, titles: ['Video baru'] }] }),
  },
  'POST /courses/{id}/publish-drafts': { owners: mayEdit, ...course('/publish-drafts') },
  'PUT /courses/{id}/outline': {
    owners: mayEdit,
    ...course('/outline'),
    body: ({ previewId, lockedId, chapterId }) => ({
      chapters: [{ _id: chapterId, contentIds: [lockedId, previewId] }],
    }),
  },
  'POST /courses/content/create': {
    owners: mayEdit,
    url: () => '/courses/content/create',
    body: ({ courseId }) => ({ ...lessonForm, courseId }),
  },
  'PUT /courses/{id}/update-content/{contentId}': {
    owners: mayEdit,
    ...lesson('/courses', '/update-content/$'),
    body: always(lessonForm),
  },
  'PATCH /courses/{id}/content/{contentId}/status': {
    owners: mayEdit,
    ...lesson('/courses', '/content/$/status'),
    body: always({ status: 'published' }),
  },
  'DELETE /courses/{id}/delete-content/{contentId}': {
    owners: mayEdit,
    ...lesson('/courses', '/delete-content/$'),
  },
  'GET /courses/{id}/content/{contentId}/versions': {
    owners: mayEdit,
    ...lesson('/courses', '/content/$/versions'),
  },
  'GET /courses/{id}/content/{contentId}/versions/{versionId}': {
    owners: [],
    ...lesson('/courses', `/content/$/versions/${nothing}`),
  },
  'POST /courses/{id}/content/{contentId}/versions/{versionId}/restore': {
    owners: [],
    ...lesson('/courses', `/content/$/versions/${nothing}/restore`),
  },
  'PUT /courses/{id}/content/{contentId}/captions/{lang}': {
    owners: mayEdit,
    url: ({ courseId, previewId }) => `/courses/${courseId}/content/${previewId}/captions/id`,
    form: () => ({ file: new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nHalo\n'], 'id.vtt', { type: 'text/vtt' }) }),
  },
  'GET /courses/{id}/content/{contentId}/captions/{lang}': {
    owners: [],
    ...lesson('/courses', '/content/$/captions/id'),
  },
  'DELETE /courses/{id}/content/{contentId}/captions/{lang}': {
    owners: [],
    ...lesson('/courses', '/content/$/captions/xx'),
  },
  ...invitationRows({ mayOwn, mayEdit, coTeacher: ['co-teacher', ...mayOwn], invitee: ['student'] }),
  'GET /courses/{id}/students': { owners: mayEdit, ...course('/students') },
  'GET /courses/{id}/students/export': { owners: mayEdit, ...course('/students/export') },
  'POST /courses/{id}/students': {
    owners: mayEdit,
    ...course('/students'),
    body: always({ email: 'siapa@contoh.id' }),
  },
  'POST /courses/{id}/students/import': {
    owners: mayEdit,
    ...course('/students/import'),
    form: () => ({ file: new File(['email\nsiapa@contoh.id\n'], 'siswa.csv', { type: 'text/csv' }), dryRun: 'true' }),
  },
  'GET /courses/{id}/students/{studentId}': {
    owners: mayEdit,
    url: ({ courseId, studentId }) => `/courses/${courseId}/students/${studentId}`,
  },
  'GET /courses/{id}/students/{studentId}/results': {
    owners: mayEdit,
    url: ({ courseId, studentId }) => `/courses/${courseId}/students/${studentId}/results`,
  },
  'DELETE /courses/{id}/students/{studentId}': {
    owners: mayEdit,
    url: ({ courseId, studentId }) => `/courses/${courseId}/students/${studentId}`,
  },

  'GET /courses/{id}/content/{contentId}': {
    owners: ['student', ...mayTeach],
    ...lesson('/courses', '/content/$'),
  },
  'GET /courses/{id}/content/{contentId}/files': { owners: inCourse, ...lesson('/courses', '/content/$/files') },
  'POST /courses/{id}/content/{contentId}/files': {
    owners: mayEdit,
    ...lesson('/courses', '/content/$/files'),
    form: () => ({ file: textFile() }),
  },
  'GET /courses/{id}/content/{contentId}/files/{fileId}': { owners: inCourse, ...lessonFile },
  'DELETE /courses/{id}/content/{contentId}/files/{fileId}': { owners: mayEdit, ...lessonFile },
  'GET /courses/{id}/progress': { owners: ['student'], ...course('/progress') },
  'PUT /courses/{id}/progress': {
    owners: ['student'],
    ...course('/progress'),
    body: ({ lockedId }) => ({ lastContentId: lockedId }),
  },
  'PUT /courses/{id}/content/{contentId}/completion': {
    owners: ['student'],
    ...lesson('/courses', '/content/$/completion'),
  },
  'DELETE /courses/{id}/content/{contentId}/completion': {
    owners: ['student'],
    ...lesson('/courses', '/content/$/completion'),
  },
  'PUT /courses/{id}/content/{contentId}/note': {
    owners: ['student'],
    ...lesson('/courses', '/content/$/note'),
    body: always({ text: 'Catatan', version: 0 }),
  },
  'PUT /courses/{id}/content/{contentId}/position': {
    owners: ['student'],
    ...lesson('/courses', '/content/$/position'),
    body: always({ reached: 200, notedAt: '2026-11-21T03:00:00.000Z' }),
  },
  'POST /courses/{id}/completions': {
    owners: ['student'],
    ...course('/completions'),
    body: ({ lockedId }) => ({
      changes: [{ contentId: lockedId, completed: true, markedAt: '2026-11-21T03:00:00.000Z' }],
    }),
  },
  'GET /courses/{id}/notes': { owners: ['student'], ...course('/notes') },
  'PUT /courses/{id}/reviews': {
    owners: ['student'],
    ...course('/reviews'),
    body: always({ rating: 5, text: 'Bagus.' }),
  },
  'POST /courses/{id}/certificate': {
    owners: ['student'],
    ...course('/certificate'),
    body: always({ name: 'Nama Lengkap' }),
  },

  ...assessmentRows({ student: ['student'], mayEdit, mayTeach }),
  ...exerciseRows({ student: ['student'], mayEdit, mayTeach }),
  ...conversationRows({ inCourse, mayEdit, mayTeach, asker: ['student'], answerer: ['instructor'] }),

  ...groupRows<CallerKind>({ mayEdit, manager: ['student'] }),
  ...purchaseOwners,
  'DELETE /me/passkeys/{id}': { owners: [], url: () => `/me/passkeys/${nothing}` },
  'DELETE /me/sessions/{id}': { owners: ['student'], url: ({ sessionId }) => `/me/sessions/${sessionId}` },
}

/** The path names a public resource; the call affects only the caller's own data. */
const withoutOwner: readonly string[] = [
  'POST /questions/{id}/report',
  'POST /answers/{id}/report',
  'POST /courses/{id}/reviews/{reviewId}/report',
  'POST /courses/{id}/enroll',
  'DELETE /courses/{id}/reviews',
  'GET /ebook/{id}/progress',
  'PUT /ebook/{id}/progress',
  'PUT /ebook/{id}/sections/{sectionId}/completion',
  'PUT /me/consents/{purpose}',
  'DELETE /me/push/{id}',
  'GET /courses/{id}/reviews/votes',
  'PUT /courses/{id}/reviews/{reviewId}/vote',
  'DELETE /courses/{id}/reviews/{reviewId}/vote',
  'POST /courses/{id}/cohort',
  'POST /teams/join/{token}',
  ...purchasesWithoutOwner,
]

let site: TestSite
let world: World
let users: Record<Exclude<CallerKind, 'anonymous'>, { id: string; role: Role }>

beforeAll(async () => {
  site = await startTestSite()
  const [student, otherStudent, instructor, coTeacher, assistant, otherInstructor, admin] = [
    await site.createStudent(),
    await site.createStudent(),
    await site.createInstructor(),
    await site.createInstructor(),
    await site.createInstructor(),
    await site.createInstructor(),
    await site.createAdmin(),
  ]
  users = {
    student: { id: student.id, role: 'student' },
    'other student': { id: otherStudent.id, role: 'student' },
    instructor: { id: instructor.id, role: 'instructor' },
    'co-teacher': { id: coTeacher.id, role: 'instructor' },
    assistant: { id: assistant.id, role: 'instructor' },
    'other instructor': { id: otherInstructor.id, role: 'instructor' },
    admin: { id: admin.id, role: 'admin' },
  }
  const made = await site.createCourse({ instructorId: instructor.id, price: 100_000 })
  const exportable = await site.createCourse({ instructorId: instructor.id })
  for (const { id } of [made, exportable]) {
    await site.addTeacher(id, coTeacher, 'co-teacher')
    await site.addTeacher(id, assistant, 'assistant')
  }
  await site.enroll(student, made)
  const other = await site.createCourse({ price: 50_000 })
  const bought = await site.call('POST', '/checkout', { token: student.token, body: { courseId: other.id } })
  const { contentId: quizId } = await createQuiz(site.call, { courseId: made.id, token: instructor.token })
  const opened = await site.call('POST', `/courses/${made.id}/content/${quizId}/attempts`, { token: student.token })
  const assignmentId = await createAssignment(site.call, { courseId: made.id, token: instructor.token })
  const exerciseId = await createExercise(site.call, { courseId: made.id, token: instructor.token })
  const handedIn = await site.call('POST', `/courses/${made.id}/content/${assignmentId}/submissions`, {
    token: student.token,
    form: { files: textFile() },
  })
  const attached = await site.call('POST', `/courses/${made.id}/content/${made.lessonIds[1]}/files`, {
    token: instructor.token,
    form: { file: textFile() },
  })
  const conversation = await createConversation(site, {
    courseId: made.id,
    student: student.token,
    instructor: instructor.token,
  })
  const invitedTo = async (email: string, role: string): Promise<string> => {
    const body = { role, emails: [email] }
    await site.call('POST', `/courses/${made.id}/invitations`, { token: instructor.token, body })
    const listed = await site.call('GET', `/courses/${made.id}/invitations`, { token: instructor.token })
    return listed.body.data.rows.find((row: { email: string }) => row.email === email)._id
  }
  const sessions = await site.call('GET', '/me/sessions', { token: student.token })
  const promoCode = await site.call('POST', '/me/promo-codes', { token: instructor.token, body: myCode(made.id) })
  world = {
    courseId: made.id,
    coTeacherId: coTeacher.id,
    invitationId: await invitedTo('guru@contoh.id', 'assistant'),
    myInvitationId: await invitedTo(student.email, 'co-teacher'),
    importId: (
      await site.call('POST', '/admin/courses/imports', {
        token: instructor.token,
        form: { file: new File(['bukan zip'], 'kelas.zip') },
      })
    ).body.data._id,
    exportableId: exportable.id,
    previewId: made.lessonIds[0] ?? '',
    lockedId: made.lessonIds[1] ?? '',
    quizId,
    attemptId: opened.body.data._id,
    assignmentId,
    exerciseId,
    submissionId: handedIn.body.data._id,
    fileId: handedIn.body.data.files[0]._id,
    lessonFileId: attached.body.data._id,
    transactionId: bought.body.data.transactionId,
    promoCodeId: promoCode.body.data._id,
    payoutId: await insertPayout(site, instructor.id),
    sessionId: sessions.body.data[0]._id,
    studentId: student.id,
    ...(await makeGroups(site, { student, instructor, courseId: made.id })),
    ...conversation,
    chapterId: await site.database.transaction((tx) =>
      site.app.modules.catalog.addChapter(tx, { courseId: made.id, title: 'Bab' }),
    ),
  }
})
afterAll(() => site.close())

/** Each caller has one session: a call that would end it is refused, or only reads. */
const tokens = new Map<CallerKind, Promise<string>>()

async function callAs(caller: CallerKind, method: string, path: string, options: CallOptions = {}) {
  if (caller === 'anonymous') return site.call(method, path, options)
  const started = tokens.get(caller) ?? site.app.modules.identity.startSession(users[caller], 'test')
  tokens.set(caller, started)
  return site.call(method, path, { ...options, token: await started })
}

const isAllowedByRole = (access: Access, caller: CallerKind): boolean => {
  if (access === 'public' || access === 'provider') return true
  if (caller === 'anonymous') return false
  const { role } = users[caller]
  return access === 'signed-in' || role === 'admin' || (access === 'staff' && role === 'instructor')
}

const { routes } = createRouteTable(contract)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const isWrite = (method: string) => method !== 'GET'

test('every endpoint with an id in its path declares its owners', () => {
  const undeclared = routes
    .filter(({ path, meta }) => path.includes('{') && meta.access !== 'public' && meta.access !== 'admin')
    .map(nameOf)
    .filter((name) => !(name in owned) && !withoutOwner.includes(name))
  expect(undeclared, 'add a row to `owned` (or to `withoutOwner`) in this file').toEqual([])
})

test('every row belongs to an existing endpoint', () => {
  const names = new Set(routes.map(nameOf))
  expect([...Object.keys(owned), ...withoutOwner].filter((name) => !names.has(name))).toEqual([])
})

describe('by role', () => {
  test.each(routes.filter(({ meta }) => meta.access !== 'public' && meta.access !== 'provider'))(
    '$method $path',
    async ({ method, path, meta }) => {
      const url = path.replaceAll(/\{\w+\}/g, nothing)
      for (const caller of everyone) {
        if (isAllowedByRole(meta.access, caller)) continue
        const { status } = await callAs(caller, method, url, isWrite(method) ? { body: {} } : {})
        expect(status, caller).toBe(caller === 'anonymous' ? 401 : 403)
      }
    },
  )

  test.each(routes.filter(({ method, path }) => method === 'GET' && !path.includes('{')))(
    'allowed roles: GET $path',
    async ({ method, path, meta }) => {
      for (const caller of everyone.filter((caller) => isAllowedByRole(meta.access, caller))) {
        const { status } = await callAs(caller, method, path)
        expect([401, 403], caller).not.toContain(status)
        expect(status, caller).toBeLessThan(500)
      }
    },
  )
})

describe('by ownership', () => {
  test.each(Object.entries(owned))('%s', async (name, { owners, url, body, form }) => {
    const [method = '', path = ''] = name.split(' ')
    const access = routes.find((route) => nameOf(route) === `${method} ${path}`)?.meta.access ?? 'admin'
    const options = { ...(body ? { body: body(world) } : {}), ...(form ? { form: form(world) } : {}) }
    for (const caller of everyone) {
      const isOwner = owners.includes(caller)
      // Writes are tested with unauthorized callers only. Each module tests that owners may write.
      if (isOwner && isWrite(method)) continue
      const { status } = await callAs(caller, method, url(world), options)
      if (isOwner) expect(status, caller).toBe(200)
      else if (caller === 'anonymous') expect(status, caller).toBe(401)
      else expect(isAllowedByRole(access, caller) ? [403, 404] : [403], caller).toContain(status)
    }
  })
})
