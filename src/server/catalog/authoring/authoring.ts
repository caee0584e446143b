import type { LessonStatus } from '#contract/catalog/course-rules.ts'
import type { ListStaffCoursesInput, StaffLesson, StaffCourse, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { CourseRow } from '#server/catalog/list-courses.ts'
import { findInstructorShares } from '#server/catalog/instructor-shares.ts'
import { listChapters } from '#server/catalog/chapters.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { deleteCaptions, listCaptionLanguages, saveCaptions, type CaptionsKey } from '#server/catalog/captions/captions.ts'
import { addLessonFile, deleteLessonFile, listLessonFiles, presentLessonFile, type LessonFileKey } from '#server/catalog/attachments/lesson-files.ts'
import { createLesson } from './lessons/create-lesson.ts'
import { changeCourseStatus } from './courses/change-course-status.ts'
import { findVersion, listVersions, restoreVersion } from './lessons/lesson-versions.ts'
import { deleteLesson } from './lessons/delete-lesson.ts'
import { deleteCourse } from './courses/delete-course.ts'
import { duplicateCourse } from './courses/duplicate-course.ts'
import { findOwnLesson, listLessons, type LessonKey } from './lessons/find-lesson.ts'
import { findOwnCourse, listStaffCourses } from './courses/list-staff-courses.ts'
import { setLessonStatus } from './lessons/lesson-status.ts'
import { readCourseFigures } from './courses/read-course-figures.ts'
import { orderLessons } from './lessons/order-lessons.ts'
import { presentStaffLesson, presentStaffCourse, presentStaffCourseDetail } from './present-staff.ts'
import type { CourseChange } from './courses/course-input.ts'
import { createCourse, type NewCourseForm } from './courses/create-course.ts'
import type { AuthoringDeps } from './deps.ts'
import { updateCourse } from './courses/update-course.ts'
import { updateLesson } from './lessons/update-lesson.ts'
import { saveOutline } from './chapters/save-outline.ts'
import { createChapter, deleteChapter, updateChapter, type ChapterChange, type ChapterKey } from './chapters/chapters.ts'

export type Authoring = ReturnType<typeof authoringModule>

/** Administration of courses, chapters and lessons. Every method takes the staff member: instructors may change only their own courses. */
export function authoringModule(deps: AuthoringDeps) {
  const { database, identity } = deps

  async function present(rows: readonly CourseRow[]): Promise<StaffCourse[]> {
    const shares = await findInstructorShares(
      database.query,
      rows.map(({ id }) => id),
    )
    const earners = [...shares.values()].flat().map(({ userId }) => userId)
    const people = await identity.findUserProfiles([...rows.map((row) => row.instructorId), ...earners])
    return rows.map((row) => presentStaffCourse(row, people, shares.get(row.id) ?? []))
  }

  return {
    async listCourses(staff: Viewer, input: ListStaffCoursesInput): Promise<{ courses: StaffCourse[]; total: number }> {
      const { rows, total } = await listStaffCourses(database.query, staff, input)
      return { courses: await present(rows), total }
    },

    async showCourse(staff: Viewer, courseId: string): Promise<StaffCourse | null> {
      const row = await findOwnCourse(database.query, staff, courseId)
      return row && ((await present([row]))[0] ?? null)
    },

    async showCourseDetail(staff: Viewer, courseId: string, options: { withText: boolean }): Promise<StaffCourseDetail | null> {
      const row = await findOwnCourse(database.query, staff, courseId)
      const [shown] = row ? await present([row]) : []
      if (!row || !shown) return null
      const lessons = await listLessons(database.query, courseId)
      const outline = { chapters: await listChapters(database.query, courseId), lessons }
      const quizIds = lessons.filter(({ type }) => type === 'quiz').map(({ id }) => id)
      const questionCounts = await deps.countQuestions(database.query, quizIds)
      const counted = { certificateCount: await deps.countCertificates([courseId]), figures: await readCourseFigures(database.query, courseId) }
      return presentStaffCourseDetail(row, shown, outline, { ...options, questionCounts, ...counted })
    },

    listInstructors: () => identity.listStaff(),
    createCourse: (staff: Viewer, form: NewCourseForm) => createCourse(deps, staff, form),
    updateCourse: (staff: Viewer, courseId: string, change: CourseChange, options: { isPatch: boolean }) =>
      updateCourse(deps, staff, courseId, change, options),
    changeCourseStatus: (staff: Viewer, courseId: string, status: StaffCourse['status']) => changeCourseStatus(deps, staff, courseId, status),
    deleteCourse: (staff: Viewer, courseId: string) => deleteCourse(deps, staff, courseId),
    duplicateCourse: (staff: Viewer, courseId: string) => duplicateCourse(deps, staff, courseId),

    createChapter: (staff: Viewer, courseId: string, chapter: Parameters<typeof createChapter>[3]) => createChapter(deps, staff, courseId, chapter),
    updateChapter: (staff: Viewer, key: ChapterKey, change: ChapterChange) => updateChapter(deps, staff, key, change),
    deleteChapter: (staff: Viewer, key: ChapterKey) => deleteChapter(deps, staff, key),
    saveOutline: (staff: Viewer, courseId: string, outline: Parameters<typeof saveOutline>[3]) => saveOutline(deps, staff, courseId, outline),

    async showLesson(staff: Viewer, key: LessonKey): Promise<StaffLesson | null> {
      const row = await findOwnLesson(database.query, staff, key)
      if (!row) return null
      const files = (await listLessonFiles(database.query, row.id)).map(presentLessonFile)
      if (row.type !== 'video') return { ...presentStaffLesson(row, { text: 'as written' }), files }
      const captions = await listCaptionLanguages(database.query, row.id)
      const shown = { ...presentStaffLesson(row, { text: 'as written' }), files, captions }
      return row.mediaId === null ? shown : { ...shown, videoUrl: await deps.videoUrl({ ...key, viewerId: staff.id }) }
    },
    createLesson: (staff: Viewer, courseId: string, input: Parameters<typeof createLesson>[3]) => createLesson(deps, staff, courseId, input),
    updateLesson: (staff: Viewer, key: LessonKey, input: Parameters<typeof updateLesson>[3]) => updateLesson(deps, staff, key, input),
    setLessonStatus: (staff: Viewer, key: LessonKey, status: LessonStatus) => setLessonStatus(deps, staff, key, status),
    deleteLesson: (staff: Viewer, key: LessonKey) => deleteLesson(deps, staff, key),
    orderLessons: (staff: Viewer, courseId: string, lessonIds: readonly string[]) => orderLessons(deps, staff, courseId, lessonIds),

    addLessonFile: (staff: Viewer, key: LessonKey, file: File) => addLessonFile(deps, staff, key, file),
    deleteLessonFile: (staff: Viewer, key: LessonFileKey) => deleteLessonFile(deps, staff, key),

    saveCaptions: (staff: Viewer, key: CaptionsKey, file: File) => saveCaptions(deps, staff, key, file),
    deleteCaptions: (staff: Viewer, key: CaptionsKey) => deleteCaptions(deps, staff, key),

    async listVersions(staff: Viewer, key: LessonKey) {
      const rows = await listVersions(database.query, staff, key)
      return rows && { rows, people: await identity.findUserProfiles(rows.flatMap((row) => row.savedBy ?? [])) }
    },
    async findVersion(staff: Viewer, key: LessonKey & { versionId: string }) {
      const row = await findVersion(database.query, staff, key)
      return row && { row, people: await identity.findUserProfiles(row.savedBy ? [row.savedBy] : []) }
    },
    restoreVersion: (staff: Viewer, key: LessonKey & { versionId: string }, shownVersion: number | undefined) => restoreVersion(deps, staff, key, shownVersion),
  }
}
