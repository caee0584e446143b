import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { streamDownload } from '#server/platform/http/index.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Moving } from './moving.ts'
import { answer, orNotFound, serve } from '#server/serve.ts'

export function courseFormatRoutes(moving: Moving) {
  const { courseFormat: on } = endpoints
  return {
    exportCourse: on.exportCourse.handler(async ({ input, context, errors }) => {
      const { fileName, chunks } = found(
        await moving.exportCourse(context.viewer(), input.id),
        errors,
        'Course not found',
      )
      return streamDownload(fileName, 'application/zip', chunks)
    }),

    importCourse: on.importCourse.handler(async ({ input: { file, check, essays }, context, errors }) => {
      const options = { file, check: check === 'true', essaysAsAssignments: essays === 'assignments' }
      const { courseId, ...summary } = accept(await moving.importZip(context.viewer(), options), errors, 'done').summary
      return ok(
        { _id: courseId, ...summary },
        courseId === null ? 'Berkas ini siap diimpor.' : 'Kelas diimpor sebagai draf.',
      )
    }),

    storeCourseImport: serve(
      on.storeCourseImport,
      async (viewer, input) => moving.stored.store(viewer, input.file),
      'stored',
    ),

    listCourseImports: serve(on.listCourseImports, async (viewer) => moving.stored.list(viewer)),

    showCourseImport: serve(
      on.showCourseImport,
      async (viewer, input) => moving.stored.show(viewer, input.id),
      orNotFound(),
    ),

    confirmCourseImport: on.confirmCourseImport.handler(async ({ input: { id, essays }, context, errors }) => {
      const confirmed = await moving.stored.confirm(context.viewer(), {
        id,
        essaysAsAssignments: essays === 'assignments',
      })
      return ok(accept(confirmed, errors, 'confirmed').confirmed, 'Kelas sedang diimpor.')
    }),

    discardCourseImport: serve(
      on.discardCourseImport,
      async (viewer, input) => moving.stored.discard(viewer, input.id),
      'discarded',
    ),
  }
}

export function peopleRoutes(moving: Moving) {
  const { users: on } = endpoints
  return {
    inviteUsers: on.inviteUsers.handler(async ({ input: { file, dryRun, skipMistakes, columns }, context, errors }) => {
      const isDry = dryRun === 'true'
      const options = { file, dryRun: isDry, skipMistakes: skipMistakes === 'true', columns }
      const { rows, faulty, table } = accept(await moving.readAndInvite(context.viewer(), options), errors, 'checked')
      return ok({
        added: rows.filter(({ outcome }) => outcome === 'invited' || outcome === 'enrolled').length,
        dryRun: isDry,
        rows,
        faulty,
        table,
      })
    }),
  }
}

export function exportRoutes(moving: Moving) {
  const { siteExport: on } = endpoints
  const { exports } = moving
  return {
    exportAll: on.exportAll.handler(({ context }) => moving.downloadAll(context.viewer())),
    startExport: serve(on.startExport, (viewer) => exports.start(viewer)),
    listExports: answer(on.listExports, () => exports.list()),
    fetchExport: on.fetchExport.handler(async ({ input, context, errors }) =>
      found(await exports.fetch(context.viewer(), input.id), errors),
    ),
    deleteExport: serve(on.deleteExport, (viewer, { id }) => exports.remove(viewer, id), 'deleted'),
  }
}
