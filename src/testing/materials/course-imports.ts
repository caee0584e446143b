import sharp from 'sharp'
import { expect } from 'vitest'
import type { ImportedItem } from '#contract/moving/course-format.ts'
import { startTestSite } from '#testing/test-site.ts'

export type CourseImports = Awaited<ReturnType<typeof startCourseImports>>

/** A site on which an instructor imports archives. */
export async function startCourseImports() {
  const site = await startTestSite()
  const instructor = await site.createInstructor()
  const importArchive = (bytes: Buffer, fields: Record<string, string> = {}, name = 'kelas.imscc') =>
    site.call('POST', '/admin/courses/import', {
      token: instructor.token,
      form: { file: new File([new Uint8Array(bytes)], name), ...fields },
    })
  const show = async (courseId: string) =>
    (await site.call('GET', `/admin/courses/${courseId}?preview=true`, { token: instructor.token })).body.data
  return {
    site,
    instructor,
    importArchive,
    /** The course as its instructor sees it. */
    show,
    /** Imports an archive: its course, and the items that did not come as they are. */
    async importWhole(bytes: Buffer) {
      const { status, body } = await importArchive(bytes)
      expect([status, body.errors]).toEqual([200, undefined])
      const report = body.data.report as ImportedItem[]
      return {
        summary: body.data,
        course: await show(body.data._id),
        changed: report.filter(({ outcome }) => outcome !== 'imported'),
      }
    },
  }
}

/** A picture as archives hold it. */
export const smallPng = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#3547b4' } })
    .png()
    .toBuffer()
