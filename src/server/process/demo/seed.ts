import { newId } from '#server/platform/new-id.ts'
import { sql } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { lockUntilCommitPatiently, type Tx } from '#server/platform/database/index.ts'
import { quizSettings } from '#contract/assessment/quiz.ts'
import { cleanOwnQuestions } from '#server/assessment/index.ts'
import type { LessonOfCourse, NewLessonBody } from '#server/catalog/index.ts'
import { markdownToHtml } from '#server/platform/rich-text/index.ts'
import { demoAccounts, demoPassword, type DemoDeps, type DemoStudy } from './accounts.ts'
import { seedAssignments } from './assignments.ts'
import { seedExercises } from './exercises.ts'
import { seedConversation } from './conversation-seed.ts'
import { seedGroups } from './groups.ts'
import { addFaces } from './faces.ts'
import { createReading, readDemoReading, type DemoReading } from './reading.ts'
import { readDemoContent, type DemoCourse, type DemoPeople } from './content.ts'
import { generateHistory, type GeneratedHistory, type GeneratedStudy } from './history.ts'
import { seedPurchases } from './purchases.ts'
import { seedPayout, seedSelling } from './selling.ts'
import { seedStudies } from './studies.ts'
import { checkPages, seedTeaching } from './teaching.ts'

const campaignDays = 5
/** Facts that a site states about itself. A site of one's own begins without. */
const demoFacts = {
  claim: 'Dipercaya 900K+ siswa',
  contactEmail: 'halo@cendaki.id',
  contactPhone: '0800-100-2030',
  seller: { name: 'Cendaki', address: 'Jalan Pendakian No. 1, Bandung 40115', taxNumber: '' },
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

/** Fills an installation that has no demo yet. False when another process did meanwhile. */
export async function fillWithDemo(deps: DemoDeps, onProgress: (what: string) => void): Promise<boolean> {
  const { app, clock } = deps
  const { people, names, courses } = await readDemoContent()
  const history = generateHistory(courses, names, clock.now())
  onProgress(
    `filling in the demo: ${courses.length} courses, ${people.instructors.length + people.students.length + history.generatedStudents.length + 1} people`,
  )
  // E-books, photos and videos are read by worker processes, which take a while to start.
  const [reading, ids, videos] = await Promise.all([
    readDemoReading(),
    createPeople(deps, people, courses, history),
    storeVideos(deps, courses),
  ])
  const made = await createEverything(deps, { courses, reading, history, ids, videos })
  if (made) {
    await seedPurchases(deps, made)
    await seedSelling(deps)
    await seedStudies(deps)
    await seedAssignments(deps)
    await seedExercises(deps)
    await seedConversation(deps)
    await seedGroups(deps)
    await seedTeaching(deps)
  }
  // Created last: its existence shows that the demo is complete.
  await app.modules.identity.createUser({
    name: 'Admin Cendaki',
    email: demoAccounts.admin,
    password: demoPassword,
    role: 'admin',
    emailVerifiedAt: clock.now(),
  })
  if (made) {
    await seedPayout(app)
    await checkPages(deps)
  }
  return made !== null
}

/** Only the demo accounts sign in; the others need no password hash. */
const passwordOf = (email: string): string | null =>
  Object.values<string>(demoAccounts).includes(email) ? demoPassword : null

async function createPeople(
  { app, clock }: DemoDeps,
  people: DemoPeople,
  courses: readonly DemoCourse[],
  history: GeneratedHistory,
): Promise<Map<string, string>> {
  const { identity } = app.modules
  const firstCourse = (key: string) =>
    Math.max(
      0,
      ...courses.filter(({ instructor }) => instructor === key).map(({ publishedDaysAgo }) => publishedDaysAgo),
    )
  const all = [
    ...people.instructors.map((person) => ({
      ...person,
      role: 'instructor' as const,
      createdAt: daysBefore(clock.now(), firstCourse(person.key) + 20),
    })),
    ...[...people.students, ...history.generatedStudents].map((person) => ({
      ...person,
      role: 'student' as const,
      createdAt: history.joinedAt.get(person.key) ?? daysBefore(clock.now(), 30),
    })),
  ]
  const ids = new Map<string, string>()
  for (const { key, ...person } of all) {
    const user = await identity.createUser({
      ...person,
      password: passwordOf(person.email),
      emailVerifiedAt: person.createdAt,
    })
    const id = user?.id ?? (await identity.findIdByEmail(person.email))
    if (id) ids.set(key, id)
  }
  await addFaces({ app }, people.instructors, ids)
  return ids
}

/** The uploaded videos by path, before the transaction. Those of a seed that does not finish are deleted as unused. */
async function storeVideos({ app }: DemoDeps, courses: readonly DemoCourse[]): Promise<Videos> {
  const videos: Videos = new Map()
  for (const lesson of courses.flatMap(({ lessons }) => lessons)) {
    if (lesson.type === 'upload') videos.set(lesson.path, await app.modules.media.add(newId(), lesson.path))
  }
  return videos
}

type Videos = Map<string, { id: string; durationSeconds: number }>
type ToCreate = {
  courses: readonly DemoCourse[]
  reading: DemoReading
  history: GeneratedHistory
  ids: Map<string, string>
  videos: Videos
}

/** One database transaction, so that an interrupted seed starts over. Of several concurrent processes one creates the data, the others wait and get null. */
async function createEverything(
  deps: DemoDeps,
  { courses, reading, history, ids, videos }: ToCreate,
): Promise<DemoStudy[] | null> {
  const { app, database, clock } = deps
  const { catalog, learning } = app.modules
  const categories = new Map((await catalog.listCategories()).map((category) => [category.name, category.id]))
  return database.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    // On a slow machine the other process needs longer than a lock may take.
    await lockUntilCommitPatiently(tx, 'demo')
    if (await catalog.hasCourses(tx)) return null
    const made = new Map<DemoCourse, CreatedCourse>()
    for (const course of courses) made.set(course, await createCourse(tx, deps, course, { ids, categories, videos }))
    const studies = history.studies.map((study) =>
      toDemoStudy(study, must(ids, study.student), must(made, study.course)),
    )
    await learning.importHistory(
      tx,
      studies.filter(({ bought }) => !bought),
    )
    for (const course of courses) {
      for (const { student, rating, text, daysAgo } of course.reviews) {
        const { courseId } = must(made, course)
        await learning.addReview(tx, {
          userId: must(ids, student),
          courseId,
          rating,
          text,
          writtenAt: daysBefore(clock.now(), daysAgo),
        })
      }
    }
    await createReading(tx, app.modules, reading, (days) => daysBefore(clock.now(), days))
    await announceSale(tx, deps)
    return studies
  })
}

function toDemoStudy(
  { course, since, bought, completedAt }: GeneratedStudy,
  userId: string,
  { courseId, lessonIds }: CreatedCourse,
): DemoStudy {
  const completed = completedAt.flatMap((instant, index) => {
    const lessonId = lessonIds[index]
    return lessonId ? [{ lessonId, completedAt: instant }] : []
  })
  const sourceRef = course.price === 0 ? 'free' : 'demo'
  return {
    userId,
    courseId,
    sourceRef,
    grantedAt: since,
    completed,
    isFinished: completed.length === lessonIds.length,
    bought,
  }
}

type Known = { ids: Map<string, string>; categories: Map<string, string>; videos: Videos }
type CreatedCourse = { courseId: string; lessonIds: string[] }

async function createCourse(
  tx: Tx,
  { app, clock }: DemoDeps,
  course: DemoCourse,
  { ids, categories, videos }: Known,
): Promise<CreatedCourse> {
  const { assessment, catalog } = app.modules
  const publishedAt = daysBefore(clock.now(), course.publishedDaysAgo)
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
    certificate: course.certificate,
    publishedAt,
  })
  const placed: LessonOfCourse[] = []
  let chapterId: string | null = null
  for (const lesson of course.lessons) {
    const { title, isPreview, chapter } = lesson
    if (chapter) chapterId = await catalog.addChapter(tx, { courseId, title: chapter })
    placed.push({ chapterId, title, isPreview, createdAt: publishedAt, ...bodyOf(lesson, videos) })
  }
  const lessonIds = await catalog.addLessons(tx, { courseId, lessons: placed })
  for (const [index, lesson] of course.lessons.entries()) {
    const lessonId = lessonIds[index]
    if (lessonId === undefined) throw new Error('A lesson of the demo was not stored')
    if (lesson.type === 'upload') await catalog.addCaptions(tx, { lessonId, captions: [{ lang: 'id', vtt: lesson.captions }] })
    else if (lesson.type === 'quiz')
      await assessment.addQuiz(tx, {
        lessonId,
        savedBy: null,
        settings: quizSettings.parse({}),
        questions: cleanOwnQuestions(lesson.questions),
      })
  }
  return { courseId, lessonIds }
}

function bodyOf(lesson: DemoCourse['lessons'][number], videos: Videos): NewLessonBody {
  switch (lesson.type) {
    case 'video':
      return { type: 'video', youtubeId: lesson.youtubeId }
    case 'upload': {
      const { id: mediaId, durationSeconds } = must(videos, lesson.path)
      return { type: 'video', mediaId, durationSeconds, poster: null }
    }
    case 'text':
      return { type: 'text', html: markdownToHtml(lesson.markdown) }
    case 'quiz':
      return { type: 'quiz' }
  }
}

function must<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo content names "${String(key)}", which does not exist`)
  return value
}

/** TODAY'S SALE, 2.5 million reduced to 89K for 5 days, with a real end. */
async function announceSale(tx: Tx, { app, clock }: DemoDeps): Promise<void> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + campaignDays * dayMs)
  // The announced code works: every course costs Rp 89.000 with it.
  await app.modules.commerce.createPromo(tx, {
    code: 'REMOTE',
    kind: 'fixed-price',
    value: 89_000,
    startsAt: now,
    endsAt,
  })
  await app.modules.settings.writeSite(tx, {
    ...demoFacts,
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
