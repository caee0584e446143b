import type { InvitedRole } from '#contract/catalog/teachers.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { cleanHtml } from '#server/platform/rich-text/index.ts'
import type { Role } from '#contract/identity/identity.ts'
import type { App } from '#server/app.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { ApiResponse, CallOptions } from './api-call.ts'

type Deps = {
  app: App
  database: Database
  clock: Clock
  call: (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>
}

export type SignedIn = { id: string; token: string; email: string; name: string }

type CourseOptions = {
  title?: string
  price?: number
  discount?: number
  status?: 'draft' | 'published'
  instructorId?: string
  category?: string
  level?: 'Pemula' | 'Menengah' | 'Lanjutan'
  /** Number of lessons: the first is a free preview, the others are locked. */
  lessons?: number
  enrolment?: 'open' | 'cohorts'
}
type EbookOptions = {
  title?: string
  price?: number
  status?: 'draft' | 'published'
  /** Number of sections, all in one module and topic, with the text "Isi rahasia bagian …". */ sections?: number
}
export type MadeEbook = { id: string; title: string; sectionIds: string[] }
export type MadeCourse = { id: string; title: string; lessonIds: string[] }

export const password = 'kopi-tubruk-7'

/** Creates users, courses and e-books for tests through the entry points of the modules. */
export function createFactories({ app, database, clock, call }: Deps) {
  let made = 0
  const { identity, catalog } = app.modules

  async function createUser(role: Role, name = `Orang ${++made}`): Promise<SignedIn> {
    const email = `orang${++made}@contoh.id`
    const created = await identity.createUser({ name, email, password, role, emailVerifiedAt: clock.now() })
    if (!created) throw new Error(`${email} is taken`)
    const { id } = created
    // Signing in with the password takes three times as long; tests of it do so themselves.
    return { id, token: await identity.startSession({ id, role }, 'test'), email, name }
  }

  /** A fresh proof for this session, without which refunds and exports are closed ten minutes after signing in. */
  async function stepUp({ token }: Pick<SignedIn, 'token'>): Promise<void> {
    const { status } = await call('POST', '/me/step-up', { token, body: { password } })
    if (status !== 200) throw new Error(`The step-up returned ${status}`)
  }

  async function findOrCreateCategory(name: string): Promise<string> {
    const known = (await catalog.listCategories()).find((category) => category.name === name)
    return (
      known?.id ?? database.transaction((tx) => catalog.createCategory(tx, { name, group: 'programming', position: 0 }))
    )
  }

  async function createCourse(options: CourseOptions = {}): Promise<MadeCourse> {
    const {
      title = `Kelas ${++made}`,
      price = 249_000,
      discount = 0,
      status = 'published',
      category = 'JavaScript',
      level = 'Pemula',
      lessons = 2,
      enrolment,
    } = options
    const categoryId = await findOrCreateCategory(category)
    const instructorId = options.instructorId ?? (await createUser('instructor')).id
    return database.transaction(async (tx) => {
      const id = await catalog.createCourse(tx, {
        status,
        title,
        tagline: 'Belajar sambil membuat sesuatu',
        description: 'Kelas untuk mencoba segala sesuatu.',
        learn: ['Satu hal', 'Hal lain'],
        categoryId,
        level,
        priceIdr: price,
        discountPercent: discount,
        instructorId,
        enrolment,
      })
      const lessonIds: string[] = []
      for (let number = 1; number <= lessons; number++) {
        const common = { courseId: id, title: `Materi ${number}`, isPreview: number === 1 }
        lessonIds.push(
          await catalog.addLesson(
            tx,
            number === 1
              ? { ...common, type: 'video', youtubeId: 'DHjqpvDnNGE' }
              : { ...common, type: 'text', html: cleanHtml(`<p>Isi rahasia materi ${number}</p>`) },
          ),
        )
      }
      return { id, title, lessonIds }
    })
  }

  /** Lets somebody teach a course beside its owner. */
  const addTeacher = (courseId: string, { id: userId }: { id: string }, role: InvitedRole) =>
    database.transaction((tx) => catalog.addTeacher(tx, { courseId, userId, role }))

  async function createEbook({
    title = `E-book ${++made}`,
    price = 0,
    status = 'published',
    sections = 2,
  }: EbookOptions = {}): Promise<MadeEbook> {
    const { edit } = app.modules.library
    return database.transaction(async (tx) => {
      const id = await edit.createEbook(tx, {
        title,
        description: 'Buku untuk mencoba.',
        author: 'Penulis',
        price,
        thumbnail: null,
      })
      const { id: moduleId } = mustBe(await edit.addModule(tx, { ebookId: id, title: 'Modul pertama' }), 'added')
      const { id: topicId } = mustBe(
        await edit.addTopic(tx, { ebookId: id, moduleId, title: 'Topik pertama' }),
        'added',
      )
      const sectionIds: string[] = []
      for (let number = 1; number <= sections; number++) {
        const section = {
          heading: `Bagian ${number}`,
          text: cleanHtml(`<p>Isi rahasia bagian ${number}</p>`),
          image: null,
          images: [],
        }
        sectionIds.push(mustBe(await edit.addSection(tx, { ebookId: id, topicId, section }), 'added').id)
      }
      if (status === 'published') mustBe(await edit.setEbookStatus(tx, { id, status }), 'changed')
      return { id, title, sectionIds }
    })
  }

  /** Enrols a user in a course, as a paid transaction does, and returns the reference by which that access can be revoked. */
  async function enroll({ id }: Pick<SignedIn, 'id'>, { id: courseId }: Pick<MadeCourse, 'id'>): Promise<string> {
    const sourceRef = `test:${id}:${courseId}`
    await database.transaction((tx) => app.modules.learning.enroll(tx, { userId: id, courseId, sourceRef }))
    return sourceRef
  }

  return {
    createCourse,
    createEbook,
    addTeacher,
    enroll,
    stepUp,
    createStudent: (name?: string) => createUser('student', name),
    createInstructor: (name?: string) => createUser('instructor', name),
    createAdmin: () => createUser('admin'),
  }
}
