import { and, asc, count, eq, getTableColumns, gt, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { CourseCard, CoursePace, ListCoursesInput } from '#contract/catalog/catalog.ts'
import { dependsOn, type CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inBatches, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { readRunningSales, salePriceOf, type SalePrice, type SaleRow } from '#server/commerce/sales/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { videoBytesSql } from '#server/platform/media/index.ts'
import { uploadsMentioned } from '#server/platform/uploads/index.ts'
import { insertLessonFiles, listLessonFiles, type NewLessonFile } from './attachments/lesson-files.ts'
import { addCaptions, findCaptions, listCaptionLanguages } from './captions/captions.ts'
import { insertCategory, insertLesson, insertCourse, type NewCategory, type NewLesson, type NewCourse } from './insert-course.ts'
import { listByIds, listPublicCourses, listPublished, type CourseRow, type PublicCourse } from './list-courses.ts'
import { createCourseSearch } from './search/search.ts'
import { suggest } from './search/suggest.ts'
import { presentCards, type FindAnnouncedPrices } from './present-cards.ts'
import type { LessonRow, LessonSummaryRow } from './present.ts'
import { findInstructorShares } from './instructor-shares.ts'
import { reassignCourses } from './reassign-courses.ts'
import { insertChapter, listChapters, type NewChapter, type ChapterRow } from './chapters.ts'
import { findNextDripChapter } from './drip-chapters.ts'
import { categories, lessonFiles, lessons, lessonVersions, courses, courseChapters } from './tables.ts'
import { categoryCounts, tagsOfChange, tagsOfCourse } from './tags.ts'

const { bodyHtml: _, ...lessonSummaryColumns } = getTableColumns(lessons)

// The lesson before it in the order of the whole course.
const previousId = sql<string | null>`(
  select previous.id from contents as previous
  where previous.course_id = contents.course_id and previous.position < contents.position order by previous.position desc limit 1)`

const captionLanguages = sql<string[]>`coalesce((
  select json_agg(content_captions.lang order by content_captions.lang) from content_captions where content_captions.content_id = contents.id), '[]')`

const files = sql<LessonFileSummary[]>`coalesce((
  select json_agg(json_build_object('id', content_files.id, 'name', content_files.name, 'bytes', content_files.bytes) order by content_files.position)
  from content_files where content_files.content_id = contents.id), '[]')`

const videoBytes = videoBytesSql(lessons.mediaId)
type LessonFileSummary = { id: string; name: string; bytes: number }
export type LessonWithCaptions = LessonRow & { captions: string[]; videoBytes: number | null; files: LessonFileSummary[] }
/** `dripDays` of its chapter is null without one; `previousId` is the lesson before it in the whole course. */
export type LessonToOpen = LessonRow & { videoBytes: number | null; dripDays: number | null; previousId: string | null }
export type StudyPlan = { pace: CoursePace; instructorId: string; lessons: (LessonSummaryRow & { dripDays: number | null })[] }

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

    /** The lessons of a course in order, including bodies and the languages of captions. The caller must remove what the viewer may not see. */
    async listLessons(courseId: string, tx?: Tx): Promise<LessonWithCaptions[]> {
      dependsOn(`course:${courseId}`)
      return query(tx)
        .select({ ...getTableColumns(lessons), captions: captionLanguages, videoBytes, files })
        .from(lessons)
        .where(eq(lessons.courseId, courseId))
        .orderBy(asc(lessons.position))
    },

    /** The lessons of a course in order, without bodies. */
    async listLessonSummaries(courseId: string, tx?: Tx): Promise<LessonSummaryRow[]> {
      dependsOn(`course:${courseId}`)
      return query(tx).select(lessonSummaryColumns).from(lessons).where(eq(lessons.courseId, courseId)).orderBy(asc(lessons.position))
    },

    /** The titles of lessons by id. */
    async findLessonTitles(ids: readonly string[], tx?: Tx): Promise<Map<string, string>> {
      const rows = await inBatches(ids, (batch) => query(tx).select({ id: lessons.id, title: lessons.title }).from(lessons).where(inArray(lessons.id, batch)))
      return new Map(rows.map(({ id, title }) => [id, title]))
    },

    /** The chapters of a course in order, also those without lessons. */
    async listChapters(courseId: string): Promise<ChapterRow[]> {
      dependsOn(`course:${courseId}`)
      return listChapters(database.query, courseId)
    },

    /** The lessons of several courses in order, without bodies, in one query. A course without lessons has no entry. */
    async listLessonSummariesByCourse(courseIds: readonly string[]): Promise<Map<string, LessonSummaryRow[]>> {
      if (courseIds.length === 0) return new Map()
      const rows = await database.query
        .select(lessonSummaryColumns)
        .from(lessons)
        .where(inArray(lessons.courseId, [...courseIds]))
        .orderBy(asc(lessons.position))
      return Map.groupBy(rows, (row) => row.courseId)
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

    async hasLesson(courseId: string, lessonId: string, tx?: Tx): Promise<boolean> {
      const ofCourse = and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId))
      return (await query(tx).select({ id: lessons.id }).from(lessons).where(ofCourse)).length > 0
    },

    /** A lesson with its body, and what decides when it opens. */
    async findLesson(courseId: string, lessonId: string): Promise<LessonToOpen | null> {
      const [row] = await database.query
        .select({ content: lessons, videoBytes, dripDays: courseChapters.dripDays, previousId })
        .from(lessons)
        .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
        .where(and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId)))
      if (!row) return null
      const { content: lesson, ...about } = row
      return { ...lesson, ...about }
    },

    /** A lesson and what decides when it opens, as a part of a larger query. No row for a lesson that does not exist. */
    lessonToOpenSql: (courseId: string, lessonId: string) =>
      new QueryBuilder()
        .select({
          contentId: lessons.id,
          type: lessons.type,
          isPreview: lessons.isPreview,
          dripDays: courseChapters.dripDays,
          previousId: previousId.as('previous_id'),
          pace: courses.pace,
          status: courses.status,
          instructorId: courses.instructorId,
        })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
        .where(and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId)))
        .as('lesson'),

    /** What decides which lessons of a course are open to a student, in one query. A course without lessons is free. */
    async readStudyPlan(courseId: string, tx: Tx): Promise<StudyPlan> {
      const rows = await tx
        .select({ lesson: lessonSummaryColumns, dripDays: courseChapters.dripDays, pace: courses.pace, instructorId: courses.instructorId })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .leftJoin(courseChapters, eq(courseChapters.id, lessons.chapterId))
        .where(eq(lessons.courseId, courseId))
        .orderBy(asc(lessons.position))
      const { pace = 'free', instructorId = '' } = rows[0] ?? {}
      return { pace, instructorId, lessons: rows.map(({ lesson, dripDays }) => ({ ...lesson, dripDays })) }
    },

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
