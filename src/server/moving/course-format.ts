import { createFairQueue } from '#server/platform/work/fair-queue.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { exportCourse, type ExportDeps } from './export-course.ts'
import { importArchive, type ImportArchiveDeps } from './import-archive.ts'

/** Reading a course needs as much memory as its files, and its pictures are re-encoded. */
export const enqueueImport = createFairQueue({ atOnce: 1, waitingAtMost: 50, waitingPerClientAtMost: 10 })

/** Imports a course from an uploaded zip, as a draft of the caller. */
export async function importZip(
  deps: ImportArchiveDeps,
  staff: Viewer,
  { file, check, essaysAsAssignments }: { file: Blob; check: boolean; essaysAsAssignments: boolean },
) {
  const options = { importer: staff, actorId: staff.id, shouldPublish: false, isDryRun: check, essaysAsAssignments }
  const imported = await enqueueImport(staff.id, async () =>
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
export const exportInTurn = (deps: ExportDeps, staff: Viewer, courseId: string) =>
  enqueueExport(staff.id, () => exportCourse(deps, staff, courseId))
