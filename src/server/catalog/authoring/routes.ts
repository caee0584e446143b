import { ORPCError } from '@orpc/server'
import type { ContentVersion } from '#contract/authoring.ts'
import { ok } from '#contract/endpoint.ts'
import { endpoints, type Viewer } from '#server/http/index.ts'
import type { Person } from '#server/identity/index.ts'
import { highlightCode } from '#server/rich-text/index.ts'
import type { Authoring } from './authoring.ts'
import { presentPossibleInstructor, presentStaffContent } from './present-staff.ts'
import { RefusedField, type CourseChange } from './save-course.ts'

// One text for a course that is not there and for one that is not theirs: it tells nobody which.
const courseNotFound = { message: 'Course not found' }

type VersionRow = { id: string; title: string; bodyHtml: string; savedAt: Date; savedBy: string | null }
const excerptLength = 160

const presentVersion = (row: VersionRow, people: Map<string, Person>): ContentVersion => ({
  _id: row.id,
  title: row.title,
  savedAt: row.savedAt.toISOString(),
  savedBy: people.get(row.savedBy ?? '')?.name ?? '',
  excerpt: row.bodyHtml
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, excerptLength),
})

/** What a use case refused, beside its field. */
async function withFields<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof RefusedField)) throw error
    throw new ORPCError('INVALID_INPUT', { status: 422, message: 'Periksa lagi isian yang ditandai.', data: { errors: { [error.field]: error.message } } })
  }
}

export function createAuthoringRoutes(authoring: Authoring) {
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
      const { courses, total } = await authoring.listCourses(context.me(), input)
      return { ...ok(courses), meta: { page: input.page, limit: input.limit, total } }
    }),

    showStaffCourse: on.showStaffCourse.handler(async ({ input, context, errors }) => {
      const course = await authoring.showCourseDetail(context.me(), input.id, { withText: input.preview === 'true' })
      if (!course) throw errors.NOT_FOUND(courseNotFound)
      return ok(course)
    }),

    listInstructors: on.listInstructors.handler(async () => ok((await authoring.listInstructors()).map(presentPossibleInstructor))),

    createCourse: on.createCourse.handler(async ({ input, context, errors }) => {
      const courseId = await withFields(authoring.createCourse(context.me(), input))
      return ok(await shown(context.me(), courseId, errors), input.status === 'draft' ? 'Draft tersimpan.' : 'Kursus berhasil dibuat!')
    }),

    updateCourse: on.updateCourse.handler(({ input, context, errors }) => update(context.me(), input, errors, { isPatch: false })),
    patchCourse: on.patchCourse.handler(({ input, context, errors }) => update(context.me(), input, errors, { isPatch: true })),

    setCourseStatus: on.setCourseStatus.handler(async ({ input, context, errors }) => {
      if ((await authoring.changeStatus(context.me(), input.id, input.status)) === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      return ok(await shown(context.me(), input.id, errors))
    }),

    deleteCourse: on.deleteCourse.handler(async ({ input, context, errors }) => {
      const outcome = await authoring.removeCourse(context.me(), input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      return ok({ outcome }, outcome === 'deleted' ? 'Kursus berhasil dihapus' : 'Kursus diarsipkan: siswanya tetap bisa belajar')
    }),

    duplicateCourse: on.duplicateCourse.handler(async ({ input, context, errors }) => {
      const copyId = await authoring.duplicateCourse(context.me(), input.id)
      if (!copyId) throw errors.NOT_FOUND(courseNotFound)
      return ok(await shown(context.me(), copyId, errors), 'Salinan tersimpan sebagai draft.')
    }),

    createContent: on.createContent.handler(async ({ input: { courseId, ...input }, context, errors }) => {
      const content = isUuid(courseId) ? await withFields(authoring.addContent(context.me(), courseId, input)) : 'not-found'
      if (content === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      return ok(presentStaffContent(content, { text: 'as written' }), 'Konten berhasil dibuat!')
    }),

    showStaffContent: on.showStaffContent.handler(async ({ input, context, errors }) => {
      const content = await authoring.showContent(context.me(), { courseId: input.id, contentId: input.contentId })
      if (!content) throw errors.NOT_FOUND()
      return ok(content)
    }),

    updateContent: on.updateContent.handler(async ({ input: { id, contentId, ...input }, context, errors }) => {
      const content = await withFields(authoring.updateContent(context.me(), { courseId: id, contentId }, input))
      if (content === 'not-found') throw errors.NOT_FOUND()
      if (content === 'stale') throw errors.STALE()
      return ok(presentStaffContent(content, { text: 'as written' }), 'Konten berhasil diperbarui!')
    }),

    deleteContent: on.deleteContent.handler(async ({ input, context, errors }) => {
      if ((await authoring.removeContent(context.me(), { courseId: input.id, contentId: input.contentId })) === 'not-found') throw errors.NOT_FOUND()
      return ok(null, 'Konten berhasil dihapus')
    }),

    orderContents: on.orderContents.handler(async ({ input, context, errors }) => {
      const outcome = await authoring.orderContents(context.me(), input.id, input.contentIds)
      if (outcome === 'not-found') throw errors.NOT_FOUND(courseNotFound)
      if (outcome === 'changed') throw errors.ORDER_CHANGED()
      return ok({ contentIds: input.contentIds })
    }),

    listContentVersions: on.listContentVersions.handler(async ({ input, context, errors }) => {
      const found = await authoring.listVersions(context.me(), { courseId: input.id, contentId: input.contentId })
      if (!found) throw errors.NOT_FOUND()
      return ok(found.rows.map((row) => presentVersion(row, found.people)))
    }),

    showContentVersion: on.showContentVersion.handler(async ({ input, context, errors }) => {
      const found = await authoring.findVersion(context.me(), { courseId: input.id, contentId: input.contentId, versionId: input.versionId })
      if (!found) throw errors.NOT_FOUND()
      return ok({ ...presentVersion(found.row, found.people), text: highlightCode(found.row.bodyHtml) })
    }),

    restoreContentVersion: on.restoreContentVersion.handler(async ({ input, context, errors }) => {
      const content = await authoring.restoreVersion(context.me(), { courseId: input.id, contentId: input.contentId, versionId: input.versionId })
      if (content === 'not-found' || content === 'stale') throw errors.NOT_FOUND()
      return ok(presentStaffContent(content, { text: 'as written' }), 'Versi lama dikembalikan.')
    }),
  }
}

const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
