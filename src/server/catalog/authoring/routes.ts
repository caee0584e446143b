import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Authoring } from './authoring.ts'
import { courseNotFound } from '#server/catalog/index.ts'
import { presentPossibleInstructor, presentStaffLesson } from './present-staff.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function authoringRoutes(authoring: Authoring) {
  const { authoring: on } = endpoints

  const shown = async (staff: Viewer, courseId: string, errors: { NOT_FOUND(options: { message?: string }): Error }) =>
    found(await authoring.showCourse(staff, courseId), errors, courseNotFound.message)
  const updated = 'Kursus berhasil diperbarui!'

  return {
    listStaffCourses: on.listStaffCourses.handler(async ({ input, context }) => {
      const { courses, total } = await authoring.listCourses(context.viewer(), input)
      return { ...ok(courses), meta: { page: input.page, limit: input.limit, total } }
    }),

    showStaffCourse: serve(
      on.showStaffCourse,
      async (viewer, input) =>
        authoring.showCourseDetail(viewer, { courseId: input.id, withText: input.preview === 'true' }),
      orNotFound(courseNotFound.message),
    ),

    listInstructors: on.listInstructors.handler(async () =>
      ok((await authoring.listInstructors()).map(presentPossibleInstructor)),
    ),

    createCourse: on.createCourse.handler(async ({ input, context, errors }) => {
      const { courseId } = accept(await authoring.createCourse(context.viewer(), input), errors, 'created')
      const course = await shown(context.viewer(), courseId, errors)
      return ok(course, course.status === 'draft' ? 'Draf tersimpan.' : 'Kursus berhasil dibuat!')
    }),

    updateCourse: on.updateCourse.handler(async ({ input: { id, ...change }, context, errors }) => {
      accept(await authoring.updateCourse(context.viewer(), { courseId: id, change, isPatch: false }), errors, 'saved')
      return ok(await shown(context.viewer(), id, errors), updated)
    }),

    patchCourse: on.patchCourse.handler(async ({ input: { id, ...change }, context, errors }) => {
      accept(await authoring.updateCourse(context.viewer(), { courseId: id, change, isPatch: true }), errors, 'saved')
      return ok(await shown(context.viewer(), id, errors), updated)
    }),

    setCourseStatus: on.setCourseStatus.handler(async ({ input, context, errors }) => {
      accept(
        await authoring.changeCourseStatus(context.viewer(), { courseId: input.id, status: input.status }),
        errors,
        'changed',
      )
      return ok(await shown(context.viewer(), input.id, errors))
    }),

    deleteCourse: on.deleteCourse.handler(async ({ input, context, errors }) => {
      const { outcome } = accept(
        await authoring.deleteCourse(context.viewer(), input.id),
        errors,
        'deleted',
        'archived',
      )
      return ok(
        { outcome },
        outcome === 'deleted' ? 'Kelas berhasil dihapus' : 'Kelas diarsipkan: siswanya tetap bisa belajar',
      )
    }),

    duplicateCourse: on.duplicateCourse.handler(async ({ input, context, errors }) => {
      const { copyId } = accept(await authoring.duplicateCourse(context.viewer(), input.id), errors, 'duplicated')
      return ok(await shown(context.viewer(), copyId, errors), 'Salinan tersimpan sebagai draf.')
    }),

    createLesson: on.createLesson.handler(async ({ input: { courseId, ...input }, context, errors }) => {
      const { lesson } = accept(
        await authoring.createLesson(context.viewer(), { ...input, courseId }),
        errors,
        'created',
      )
      return ok(presentStaffLesson(lesson, { text: 'as written' }), 'Konten berhasil dibuat!')
    }),

    showStaffLesson: serve(
      on.showStaffLesson,
      async (viewer, input) => authoring.showLesson(viewer, { courseId: input.id, lessonId: input.contentId }),
      orNotFound(),
    ),

    updateLesson: on.updateLesson.handler(async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
      const { lesson } = accept(
        await authoring.updateLesson(context.viewer(), { ...input, key: { courseId: id, lessonId } }),
        errors,
        'saved',
      )
      return ok(presentStaffLesson(lesson, { text: 'as written' }), 'Konten berhasil diperbarui!')
    }),

    setLessonStatus: on.setLessonStatus.handler(
      async ({ input: { id, contentId: lessonId, status }, context, errors }) => {
        const { lesson } = accept(
          await authoring.setLessonStatus(context.viewer(), { key: { courseId: id, lessonId }, status }),
          errors,
          'changed',
          'unchanged',
        )
        return ok(
          presentStaffLesson(lesson, { text: 'none' }),
          status === 'published' ? 'Materi ditayangkan.' : 'Materi menjadi draf.',
        )
      },
    ),

    deleteLesson: serve(
      on.deleteLesson,
      async (viewer, input) => authoring.deleteLesson(viewer, { courseId: input.id, lessonId: input.contentId }),
      'deleted',
    ),

    orderLessons: on.orderLessons.handler(async ({ input, context, errors }) => {
      const { lessonIds } = accept(
        await authoring.orderLessons(context.viewer(), { courseId: input.id, wanted: input.contentIds }),
        errors,
        'ordered',
      )
      return ok({ contentIds: lessonIds })
    }),

    listLessonVersions: serve(
      on.listLessonVersions,
      async (viewer, input) => authoring.listVersions(viewer, { courseId: input.id, lessonId: input.contentId }),
      orNotFound(),
    ),

    showLessonVersion: serve(
      on.showLessonVersion,
      async (viewer, { id, contentId: lessonId, versionId }) =>
        authoring.showVersion(viewer, { courseId: id, lessonId, versionId }),
      orNotFound(),
    ),

    restoreLessonVersion: on.restoreLessonVersion.handler(
      async ({ input: { id, contentId: lessonId, versionId, version }, context, errors }) => {
        const restored = await authoring.restoreVersion(context.viewer(), {
          key: { courseId: id, lessonId, versionId },
          shownVersion: version,
        })
        return ok(
          presentStaffLesson(accept(restored, errors, 'saved').lesson, { text: 'as written' }),
          'Versi lama dikembalikan.',
        )
      },
    ),
  }
}
