import { and, asc, count, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { CourseCard, ListCoursesInput } from '#contract/catalog/catalog.ts'
import { dependsOn, type CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inBatches, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { readRunningSales, salePriceOf, type SalePrice, type SaleRow } from '#server/commerce/sales/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { uploadsMentioned } from '#server/platform/uploads/index.ts'
import { insertLessonFiles, listLessonFiles, type NewLessonFile } from './attachments/lesson-files.ts'
import { addCaptions, findCaptions, listCaptionLanguages } from './captions/captions.ts'
import { insertCategory, insertLesson, insertCourse, type NewCategory, type NewLesson, type NewCourse } from './insert-course.ts'
import { listByIds, listPublicCourses, listPublished, type CourseRow, type PublicCourse } from './list-courses.ts'
import { createCourseSearch } from './search/search.ts'
import { suggest } from './search/suggest.ts'
import { presentCards, type FindAnnouncedPrices } from './present-cards.ts'
import { findInstructorShares } from './instructor-shares.ts'
import { reassignCourses } from './reassign-courses.ts'
import { insertChapter, listChapters, type NewChapter, type ChapterRow } from './chapters.ts'
import { findNextDripChapter } from './drip-chapters.ts'
import { categories, lessonFiles, lessons, lessonVersions, courses, courseChapters } from './tables.ts'
import { lessonReads } from './read-lessons.ts'
import { categoryCounts, tagsOfChange, tagsOfCourse } from './tags.ts'

/** Courses with the same title that a search by title returns. */
const maximumNamesakes = 5

/** What the list of courses shows of students and reviews. */
export type CourseCounters = Pick<typeof courses.$inferSelect, 'studentCount' | 'ratingCount' | 'ratingSum'>

/** One page of courses; `note` says that they are only near what was searched. */
export type ListedCourses = { cards: CourseCard[]; total: number; note: string | null }

export type Catalog = ReturnType<typeof catalogModule>

type Deps = {
  database: Database
  cacheTags: CacheTags
  identity: Pick<Identity, 'findUserProfiles'>
  clock: Clock
  findAnnouncedPrices?: FindAnnouncedPrices
}

export function catalogModule({ database, cacheTags, identity, clock, findAnnouncedPrices = async () => new Map() }: Deps) {
  const query = (tx?: Queryable) => tx ?? database.query
  const courseSearch = createCourseSearch(database)

  async function toCards(rows: readonly CourseRow[], sales?: readonly SaleRow[]): Promise<CourseCard[]> {
    const running = sales ?? (await readRunningSales(database.query, clock.now()))
    return presentCards({ identity, findAnnouncedPrices }, rows, running)
  }

  return {
    async listCategories() {
      dependsOn('categories', categoryCounts)
      return database.query
        .select({ id: categories.id, name: categories.name, group: categories.group, courseCount: count(courses.id) })
        .from(categories)
        .leftJoin(courses, and(eq(courses.categoryId, categories.id), eq(courses.status, 'published')))
        .groupBy(categories.id)
        .orderBy(asc(categories.position), asc(categories.name))
    },

    /** Published courses, filtered, sorted and paged. */
    async listCourses(input: ListCoursesInput): Promise<ListedCourses> {
      dependsOn('courses')
      const { rows, sales, total, areNearest } = await listPublished({ queryable: database.query, search: courseSearch, now: clock.now() }, input)
      const note = areNearest ? `Tidak ada kelas yang persis “${input.q}”. Ini yang paling mirip.` : null
      return { cards: await toCards(rows, sales), total, note }
    },

    /** Suggestions of courses and categories for a partly typed text, best first. */
    suggest: (text: string) => suggest(database.query, courseSearch, text),

    /** Reads the courses that changed since the last search, so that the next one need not. */
    updateSearch: () => courseSearch.update(),

    async hasCategories(tx: Tx): Promise<boolean> {
      return (await tx.select({ id: categories.id }).from(categories).limit(1)).length > 0
    },

    async hasCourses(tx: Tx): Promise<boolean> {
      return (await tx.select({ id: courses.id }).from(courses).limit(1)).length > 0
    },

    async findCategoryBySlug(slug: string) {
      dependsOn('categories')
      const [row] = await database.query.select().from(categories).where(eq(categories.slug, slug))
      return row ?? null
    },

    /** The numbers of courses and of lessons, of these courses or of all. */
    async readFigures(courseIds: readonly string[] | null): Promise<{ courses: number; contents: number }> {
      const ofThese = courseIds === null ? undefined : inArray(lessons.courseId, [...courseIds])
      return {
        courses: courseIds?.length ?? (await database.query.$count(courses)),
        contents: await database.query.$count(lessons, ofThese),
      }
    },

    /** A course of any status, or null. */
    async findCourse(courseId: string, tx?: Tx): Promise<CourseRow | null> {
      dependsOn(`course:${courseId}`)
      const [row] = await listByIds(query(tx), [courseId])
      return row ?? null
    },

    /** Every published course for the sitemap, with its category and when it or one of its lessons last changed. */
    async listPublicCourses(): Promise<PublicCourse[]> {
      dependsOn('courses', 'categories')
      return listPublicCourses(database.query)
    },

    /** The next chapter by id that opens some days after the enrolment, with its first lesson; null when there are no more. */
    findNextDripChapter: (tx: Tx, after: string | null, options: { inclusive: boolean }) => findNextDripChapter(tx, after, options),

    listCoursesById: (courseIds: readonly string[], tx?: Tx): Promise<CourseRow[]> => listByIds(query(tx), courseIds),
    toCards: (rows: readonly CourseRow[]) => toCards(rows),

    /** What these courses cost in the sales that are running, by id. */
    async findSalePrices(rows: readonly CourseRow[], tx?: Tx): Promise<Map<string, SalePrice>> {
      if (rows.length === 0) return new Map()
      const running = await readRunningSales(query(tx), clock.now())
      return new Map(rows.flatMap((row) => [[row.id, salePriceOf(running, row)] as const]).filter((each): each is [string, SalePrice] => each[1] !== null))
    },

    /** Who earns with these courses, by their ids; without those whose instructor earns the percent of the site. */
    findInstructorShares: (courseIds: readonly string[], tx?: Tx) => findInstructorShares(query(tx), courseIds),

    /** The chapters of a course in order, also those without lessons. */
    async listChapters(courseId: string): Promise<ChapterRow[]> {
      dependsOn(`course:${courseId}`)
      return listChapters(database.query, courseId)
    },

    /** The chapters of several courses in order, in one query. A course without chapters has no entry. */
    async listChaptersByCourse(courseIds: readonly string[]): Promise<Map<string, ChapterRow[]>> {
      if (courseIds.length === 0) return new Map()
      const rows = await database.query
        .select()
        .from(courseChapters)
        .where(inArray(courseChapters.courseId, [...courseIds]))
        .orderBy(asc(courseChapters.position))
      return Map.groupBy(rows, (row) => row.courseId)
    },

    ...lessonReads(database),

    listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [courses.thumbnail, lessons.poster, lessons.bodyHtml, lessonVersions.bodyHtml]),

    findCaptions: (key: { lessonId: string; lang: string }) => findCaptions(database.query, key),
    listCaptionLanguages: (lessonId: string) => listCaptionLanguages(database.query, lessonId),

    listLessonFiles: (lessonId: string) => listLessonFiles(database.query, lessonId),

    /** Adds files of the media store to a lesson without any. */
    addLessonFiles: (tx: Tx, key: { courseId: string; lessonId: string }, added: readonly NewLessonFile[]) => insertLessonFiles(tx, key, added, clock.now()),

    /** Adds captions to a lesson without any. */
    addCaptions: (tx: Tx, lessonId: string, captions: readonly { lang: string; vtt: string }[]) => addCaptions(tx, lessonId, captions, clock.now()),

    /** True when a lesson of this instructor's courses has the uploaded video. */
    async usesVideo(instructorId: string, mediaId: string): Promise<boolean> {
      const rows = await database.query
        .select({ id: lessons.id })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .where(and(eq(lessons.mediaId, mediaId), eq(courses.instructorId, instructorId)))
        .limit(1)
      return rows.length > 0
    },

    /** Condition: a lesson refers to this uploaded video or file. */
    usesMedia: (id: AnyPgColumn): SQL =>
      sql`(exists (select 1 from ${lessons} where ${lessons.mediaId} = ${id}) or exists (select 1 from ${lessonFiles} where ${lessonFiles.mediaId} = ${id}))`,

    /** Ids and titles of courses of any status in the order of their ids, at most `limit` after this one. */
    readCourseTitles: (after: string | null, limit: number): Promise<{ id: string; title: string }[]> =>
      database.query
        .select({ id: courses.id, title: courses.title })
        .from(courses)
        .where(after === null ? undefined : gt(courses.id, after))
        .orderBy(courses.id)
        .limit(limit),

    /** The ids of an instructor's own courses. */
    async listCourseIdsOf(instructorId: string): Promise<string[]> {
      const rows = await database.query.select({ id: courses.id }).from(courses).where(eq(courses.instructorId, instructorId))
      return rows.map(({ id }) => id)
    },

    /** The number of courses of any status that an instructor teaches. */
    async countCoursesOf(instructorId: string, tx?: Tx): Promise<number> {
      const [row] = await query(tx).select({ total: count() }).from(courses).where(eq(courses.instructorId, instructorId))
      return row?.total ?? 0
    },

    /** Some courses of an instructor, of any status, by title. */
    async listCourseTitlesOf(instructorId: string, limit: number): Promise<{ _id: string; title: string }[]> {
      const { id, title } = courses
      return query().select({ _id: id, title }).from(courses).where(eq(courses.instructorId, instructorId)).orderBy(asc(title), asc(id)).limit(limit)
    },

    reassignCourses: (tx: Tx, change: { from: string; to: string }): Promise<number> => reassignCourses({ cacheTags, clock }, tx, change),

    /** Courses that are not archived, by lower-cased title. Titles are not unique. */
    async findCoursesByTitle(titles: readonly string[]): Promise<Map<string, { id: string; title: string }[]>> {
      const lowered = [...new Set(titles.map((title) => title.toLowerCase()))]
      const key = sql<string>`lower(${courses.title})`
      const rows = await inBatches(lowered, (batch) =>
        database.query
          .select({ id: courses.id, title: courses.title, key })
          .from(courses)
          .where(and(inArray(key, batch), ne(courses.status, 'archived')))
          .limit(batch.length * maximumNamesakes),
      )
      return Map.groupBy(rows, (row) => row.key)
    },

    /** Changes the student count: +1 for a grant, -1 for a revocation. */
    async adjustStudentCount(tx: Tx, courseId: string, difference: number): Promise<void> {
      await tx
        .update(courses)
        .set({ studentCount: sql`greatest(0, ${courses.studentCount} + ${difference})` })
        .where(eq(courses.id, courseId))
      cacheTags.invalidateSoon(tx, ['courses', `course:${courseId}`])
    },

    /** Serializes changes of a course's counters until the transaction ends. */
    async lockCounters(tx: Tx, courseId: string): Promise<void> {
      await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for('no key update')
    },

    /** Changes the count and sum of ratings. `isUrgent`: pages show it at once, however many other reviews change. */
    async adjustReviews(tx: Tx, courseId: string, difference: { reviews: number; stars: number }, { isUrgent = false } = {}): Promise<void> {
      await tx
        .update(courses)
        .set({ ratingCount: sql`${courses.ratingCount} + ${difference.reviews}`, ratingSum: sql`${courses.ratingSum} + ${difference.stars}` })
        .where(eq(courses.id, courseId))
      // Lists show ratings like other counters; the page of the course shows the review.
      cacheTags.invalidateSoon(tx, ['courses'])
      const tags = [`course:${courseId}`]
      await (isUrgent ? cacheTags.invalidate(tx, tags) : cacheTags.invalidateOften(tx, tags))
    },

    /** At most `limit` ids of courses after this one (null: the first ones), in order. */
    async listIdsAfter(courseId: string | null, limit: number): Promise<string[]> {
      const after = courseId === null ? undefined : gt(courses.id, courseId)
      const rows = await database.query.select({ id: courses.id }).from(courses).where(after).orderBy(asc(courses.id)).limit(limit)
      return rows.map(({ id }) => id)
    },

    /** At most `limit` ids of users who have courses, after this one (null: the first ones), in order. */
    async listInstructorIdsAfter(instructorId: string | null, limit: number): Promise<string[]> {
      const after = instructorId === null ? undefined : gt(courses.instructorId, instructorId)
      const rows = await database.query.selectDistinct({ id: courses.instructorId }).from(courses).where(after).orderBy(asc(courses.instructorId)).limit(limit)
      return rows.map(({ id }) => id)
    },

    /** Sets the counters of a course to these; true when they were wrong. `count` runs while no student or review of the course is counted. */
    async repairCounters(tx: Tx, courseId: string, count: () => Promise<CourseCounters>): Promise<boolean> {
      const counters = { studentCount: courses.studentCount, ratingCount: courses.ratingCount, ratingSum: courses.ratingSum }
      const [stored] = await tx.select(counters).from(courses).where(eq(courses.id, courseId)).for('update')
      if (!stored) return false
      const counted = await count()
      const names = ['studentCount', 'ratingCount', 'ratingSum'] as const
      if (names.every((name) => stored[name] === counted[name])) return false
      await tx.update(courses).set(counted).where(eq(courses.id, courseId))
      await cacheTags.invalidate(tx, ['courses', `course:${courseId}`])
      return true
    },

    async createCategory(tx: Tx, category: NewCategory): Promise<string> {
      await cacheTags.invalidate(tx, ['categories'])
      return insertCategory(tx, category)
    },

    async createCourse(tx: Tx, course: NewCourse): Promise<string> {
      const courseId = await insertCourse(tx, clock, course)
      await cacheTags.invalidate(tx, tagsOfChange(courseId, null, course))
      return courseId
    },

    /** Adds a chapter at the end of a course. */
    async addChapter(tx: Tx, chapter: NewChapter): Promise<string> {
      await cacheTags.invalidate(tx, await tagsOfCourse(tx, chapter.courseId))
      return (await insertChapter(tx, chapter)).id
    },

    async addLesson(tx: Tx, lesson: NewLesson): Promise<string> {
      await cacheTags.invalidate(tx, await tagsOfCourse(tx, lesson.courseId))
      return insertLesson(tx, clock, lesson)
    },
  }
}
