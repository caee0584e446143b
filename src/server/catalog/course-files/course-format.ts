import type { CourseImport } from '#contract/catalog/course-format.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import { createFairQueue } from '#server/platform/fair-queue.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { exportCourse, type ExportDeps } from './writing/export-course.ts'
import { importArchive } from './import-archive.ts'
import type { ImportOutcome } from './reading/import-files.ts'
import type { StoreDeps } from './reading/store-course.ts'
import { listDueImports, runImport } from './stored/run-import.ts'
import {
  confirmImport,
  deleteOldImports,
  describeImports,
  discardImport,
  eraseImports,
  listImports,
  showImport,
  storeImport,
  type Kick,
  type StoredImportsDeps,
} from './stored/stored-imports.ts'

export type CourseFormatDeps = StoreDeps & ExportDeps & StoredImportsDeps & { database: Database; findRole: (userId: string) => Promise<string | null> }
export type CourseFormat = ReturnType<typeof courseFormatModule>

/** Reading a course needs as much memory as its files, and its pictures are re-encoded. */
const enqueue = createFairQueue({ atOnce: 1, waitingAtMost: 50, waitingPerClientAtMost: 10 })

/** Courses as files: a zip or a folder with `course.yaml`. */
export function courseFormatModule(deps: CourseFormatDeps) {
  const kick: Kick = ({ id, userId }) => deps.background.run('course import', () => enqueue(userId, () => runImport(deps, id)))

  return {
    /** Files that are kept while they are checked and imported, so that their owner may leave and come back. */
    stored: {
      store: async (staff: Viewer, file: File): Promise<CourseImport | 'no-space'> => (await storeImport(deps, kick, staff, file)) ?? 'no-space',
      list: (staff: Viewer) => listImports(deps, staff),
      show: (staff: Viewer, id: string) => showImport(deps, staff, id),
      confirm: (staff: Viewer, input: { id: string; essaysAsAssignments: boolean }) => confirmImport(deps, kick, staff, input),
      discard: (staff: Viewer, id: string) => discardImport(deps, staff, id),
      describe: (userId: string) => describeImports(deps, userId),
      erase: (tx: Tx, userId: string) => eraseImports(deps, tx, userId),
      deleteOld: (before: Date, limit: number) => deleteOldImports(deps, before, limit),
      /** The periodic work: what a process that ended left undone. */
      async runDueWork(): Promise<void> {
        for (const due of await listDueImports(deps)) kick(due)
      },
    },

    /** Imports a course from an uploaded zip, as a draft of the caller. */
    importZip(staff: Viewer, file: Blob, { check, essaysAsAssignments }: { check: boolean; essaysAsAssignments: boolean }): Promise<ImportOutcome> {
      return enqueue(staff.id, async () => {
        const options = { importer: staff, actorId: staff.id, shouldPublish: false, isDryRun: check, essaysAsAssignments }
        return importArchive(deps, Buffer.from(await file.arrayBuffer()), options)
      })
    },

    /** Converting long articles takes as much time as reading them. */
    exportCourse: (staff: Viewer, courseId: string) => enqueue(staff.id, () => exportCourse(deps, deps.database.query, staff, courseId)),
  }
}
