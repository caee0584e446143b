import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import type { Database } from '#server/platform/database/index.ts'
import { createFairQueue } from '#server/platform/work/fair-queue.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { exportCourse, type ExportDeps } from './export-course.ts'
import { importArchive } from './import-archive.ts'
import type { StoreDeps } from './reading/store-course.ts'
import { importJob } from './run-import.ts'
import {
  confirmImport,
  deleteOldImports,
  describeImports,
  discardImport,
  eraseImports,
  listImports,
  showImport,
  storeImport,
  type StoredImportsDeps,
} from './stored-imports.ts'

export type CourseFormatDeps = StoreDeps &
  ExportDeps &
  StoredImportsDeps & { database: Database; findRole: (userId: string) => Promise<string | null> }
export type CourseFormat = ReturnType<typeof courseFormatModule>

/** Reading a course needs as much memory as its files, and its pictures are re-encoded. */
const enqueue = createFairQueue({ atOnce: 1, waitingAtMost: 50, waitingPerClientAtMost: 10 })

/** Courses as files: a zip or a folder with `course.yaml`. */
export function courseFormatModule(deps: CourseFormatDeps) {
  return {
    dueWork: [importJob({ ...deps, enqueue })],
    /** Files that are kept while they are checked and imported, so that their owner may leave and come back. */
    stored: {
      ...bindDeps(deps, {
        store: storeImport,
        list: listImports,
        show: showImport,
        confirm: confirmImport,
        discard: discardImport,
      }),
      ...bindDeps(deps, { describe: describeImports, deleteOld: deleteOldImports }),
      ...bindInTransaction(deps, { erase: eraseImports }),
    },
    ...bindDeps(deps, { importZip, exportCourse: exportInTurn }),
  }
}

/** Imports a course from an uploaded zip, as a draft of the caller. */
async function importZip(
  deps: CourseFormatDeps,
  staff: Viewer,
  file: Blob,
  { check, essaysAsAssignments }: { check: boolean; essaysAsAssignments: boolean },
) {
  const options = { importer: staff, actorId: staff.id, shouldPublish: false, isDryRun: check, essaysAsAssignments }
  const imported = await enqueue(staff.id, async () =>
    importArchive(deps, Buffer.from(await file.arrayBuffer()), options),
  )
  if (imported.outcome === 'done') return imported
  const { mistakes } = imported
  const [first] = mistakes
  const text = `${mistakes.length} kesalahan. Yang pertama: ${first?.file}:${first?.line}: ${first?.message}`
  return { outcome: 'course-mistakes' as const, data: { errors: { file: text }, mistakes } }
}

/** Converting long articles takes as much time as reading them; whoever exports does not wait for imports. */
const enqueueExport = createFairQueue({ atOnce: 1, waitingAtMost: 50, waitingPerClientAtMost: 10 })
const exportInTurn = (deps: CourseFormatDeps, staff: Viewer, courseId: string) =>
  enqueueExport(staff.id, () => exportCourse(deps, deps.database.query, staff, courseId))
