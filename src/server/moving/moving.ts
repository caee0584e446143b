import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import { enqueueImport as enqueue, exportInTurn as exportCourse, importZip } from './course-format.ts'
import { downloadAll, listAll, type ExportAllDeps } from './export-all.ts'
import { exportJob } from './make-export.ts'
import {
  deleteExport,
  deleteOldExports,
  fetchExport,
  listExports,
  startExport,
  type StoredExportsDeps,
} from './stored-exports.ts'
import type { PeopleDeps } from './import-people.ts'
import { readAndInvite } from './read-and-invite.ts'
import { importJob, type ImportDeps } from './run-import.ts'
import {
  confirmImport,
  deleteOldImports,
  describeImports,
  discardImport,
  eraseImports,
  listImports,
  showImport,
  storeImport,
} from './stored-imports.ts'

export type MovingDeps = ExportAllDeps & PeopleDeps & Omit<ImportDeps, 'enqueue'> & StoredExportsDeps
export type Moving = ReturnType<typeof movingModule>

/** Courses and people from other platforms and installations, and all that another one can import. */
export function movingModule(deps: MovingDeps) {
  return {
    dueWork: [importJob({ ...deps, enqueue }), exportJob(deps)],
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
    /** Zips of the whole site that are made in the background. */
    exports: bindDeps(deps, {
      start: startExport,
      list: listExports,
      fetch: fetchExport,
      remove: deleteExport,
      deleteOld: deleteOldExports,
    }),
    ...bindDeps(deps, { importZip, exportCourse, listAll, downloadAll, readAndInvite }),
  }
}
