import { isUuid } from '#contract/kit/uuid.ts'
import type { LessonVersion } from '#contract/catalog/authoring.ts'
import { ok } from '#contract/kit/endpoint.ts'
import { endpoints, type Viewer } from '#server/platform/http/index.ts'
import type { UserProfile } from '#server/identity/index.ts'
import { highlightCode } from '#server/platform/rich-text/index.ts'
import type { Authoring } from './authoring.ts'
import { presentPossibleInstructor, presentStaffLesson } from './present-staff.ts'
import type { CourseChange } from './courses/course-input.ts'
import { withFields } from './rejected-field.ts'

// The same message for a missing course and one of another instructor, so that its existence is not revealed.
const courseNotFound = { message: 'Course not found' }

type VersionRow = { id: string; title: string; bodyHtml: string; savedAt: Date; savedBy: string | null }
const excerptLength = 160

const presentVersion = (row: VersionRow, people: Map<string, UserProfile>): LessonVersion => ({
  _id: row.id,
  title: row.title,
  savedAt: row.savedAt.toISOString(),
  savedBy: people.get(row.savedBy ?? '')?.name ?? '',
  excerpt: row.bodyHtml
    .replaceAll(/<[^<>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, excerptLength),
})

export function authoringRoutes(authoring: Authoring) {
  const { authoring: on } = endpoints

  async function shown(staff: Viewer, courseId: string, errors: { NOT_FOUND(options: { message: string }): Error }) {
    const course = await authoring.showCourse(staff, courseId)
    if (!course) throw errors.NOT_FOUND(courseNotFound)
    return course
  }

  async function update(
    staff: Viewer,
    { id, ...change }: CourseChange & { id: string },
    errors: { NOT_FOUND(options: { message: string }): Error; STALE(): Error },
    options: { isPatch: boolean },
  ) {
    const outcome = await withFields(authoring.updateCourse(staff, id, change, options))
    if (outcome === 'not-found') throw errors.NOT_FOUND(courseNotFound)
    if (outcome === 'stale') throw errors.STALE()
    return ok(await shown(staff, id, errors), 'Kursus berhasil diperbarui!')
  }

  return {
    listStaffCourses: on.listStaffCourses.handler(async ({ input, context }) => {
      const { courses, total } = await authoring.listCourses(context.viewer(), input)
      return { ...ok(courses), meta: { page: input.page, limit: input.limit, total } }
    }),

    showStaffCourse: on.showStaffCourse.handler(async ({ input, context, errors }) => {
      const course = await authoring.showCourseDetail(context.viewer(), input.id, { withText: input.preview === 'true' })
      if (!course) throw errors.NOT_FOUND(courseNotFound)
      return ok(course)
    }),

    listInstructors: on.listInstructors.handler(async () => ok((await authoring.listInstructors()).map(presentPossibleInstructor))),

    createCourse: on.createCourse.handler(async ({ input, context, errors }) => {
      const courseId = await withFields(authoring.createCourse(context.viewer(), input))
      return ok(await shown(context.viewer(), courseId, errors), input.status === 'draft' ? 'Draf tersimpan.' : 'Kursus berhasil dibuat!')
    }),

    updateCourse: on.updateCourse.handler(({ input, context, errors }) => update(context.viewer(), input, errors, { isPatch: false })),
    patchCourse: on.patchCourse.handler(({ input, context, errors }) => update(context.viewer(), input, errors, { isPatch: true })),

    setCourseStatus: on.setCourseStatus.handler(async ({ input, context, errors }) => {
      if ((await authoring.changeCourseStatus(context.viewer(), input.id, input.status)) === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      return ok(await shown(context.viewer(), input.id, errors))
    }),

    deleteCourse: on.deleteCourse.handler(async ({ input, context, errors }) => {
      const outcome = await authoring.deleteCourse(context.viewer(), input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      return ok({ outcome }, outcome === 'deleted' ? 'Kursus berhasil dihapus' : 'Kursus diarsipkan: siswanya tetap bisa belajar')
    }),

    duplicateCourse: on.duplicateCourse.handler(async ({ input, context, errors }) => {
      const copyId = await authoring.duplicateCourse(context.viewer(), input.id)
      if (!copyId) throw errors.NOT_FOUND(courseNotFound)
      return ok(await shown(context.viewer(), copyId, errors), 'Salinan tersimpan sebagai draf.')
    }),

    createLesson: on.createLesson.handler(async ({ input: { courseId, ...input }, context, errors }) => {
      const lesson = isUuid(courseId) ? await withFields(authoring.createLesson(context.viewer(), courseId, input)) : 'not-found'
      if (lesson === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      return ok(presentStaffLesson(lesson, { text: 'as written' }), 'Konten berhasil dibuat!')
    }),

    showStaffLesson: on.showStaffLesson.handler(async ({ input, context, errors }) => {
      const lesson = await authoring.showLesson(context.viewer(), { courseId: input.id, lessonId: input.contentId })
      if (!lesson) throw errors.NOT_FOUND()
      return ok(lesson)
    }),

    updateLesson: on.updateLesson.handler(async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
      const lesson = await withFields(authoring.updateLesson(context.viewer(), { courseId: id, lessonId }, input))
      if (lesson === 'not-found') throw errors.NOT_FOUND()
      if (lesson === 'stale') throw errors.STALE()
      return ok(presentStaffLesson(lesson, { text: 'as written' }), 'Konten berhasil diperbarui!')
    }),

    setLessonStatus: on.setLessonStatus.handler(async ({ input: { id, contentId: lessonId, status }, context, errors }) => {
      const lesson = await withFields(authoring.setLessonStatus(context.viewer(), { courseId: id, lessonId }, status))
      if (lesson === 'not-found') throw errors.NOT_FOUND()
      return ok(presentStaffLesson(lesson, { text: 'none' }), status === 'published' ? 'Materi ditayangkan.' : 'Materi menjadi draf.')
    }),

    deleteLesson: on.deleteLesson.handler(async ({ input, context, errors }) => {
      if ((await authoring.deleteLesson(context.viewer(), { courseId: input.id, lessonId: input.contentId })) === 'not-found') throw errors.NOT_FOUND()
      return ok(null, 'Konten berhasil dihapus')
    }),

    orderLessons: on.orderLessons.handler(async ({ input, context, errors }) => {
      const outcome = await authoring.orderLessons(context.viewer(), input.id, input.contentIds)
      if (outcome === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      if (outcome === 'changed') throw errors.ORDER_CHANGED()
      return ok({ contentIds: outcome })
    }),

    listLessonVersions: on.listLessonVersions.handler(async ({ input, context, errors }) => {
      const found = await authoring.listVersions(context.viewer(), { courseId: input.id, lessonId: input.contentId })
      if (!found) throw errors.NOT_FOUND()
      return ok(found.rows.map((row) => presentVersion(row, found.people)))
    }),

    showLessonVersion: on.showLessonVersion.handler(async ({ input, context, errors }) => {
      const found = await authoring.findVersion(context.viewer(), { courseId: input.id, lessonId: input.contentId, versionId: input.versionId })
      if (!found) throw errors.NOT_FOUND()
      return ok({ ...presentVersion(found.row, found.people), text: highlightCode(found.row.bodyHtml) })
    }),

    restoreLessonVersion: on.restoreLessonVersion.handler(async ({ input: { id, contentId: lessonId, versionId, version }, context, errors }) => {
      const lesson = await authoring.restoreVersion(context.viewer(), { courseId: id, lessonId, versionId }, version)
      if (lesson === 'not-found') throw errors.NOT_FOUND()
      if (lesson === 'stale') throw errors.STALE()
      return ok(presentStaffLesson(lesson, { text: 'as written' }), 'Versi lama dikembalikan.')
    }),
  }
}
