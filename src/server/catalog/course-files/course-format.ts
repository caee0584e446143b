import { hourMs } from '#contract/kit/durations.ts'
import type { Database } from '#server/platform/database/index.ts'
import { createFairQueue } from '#server/platform/fair-queue.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { RateLimit, RateLimiter } from '#server/platform/rate-limiter/index.ts'
import { exportCourse, type ExportDeps } from './writing/export-course.ts'
import { importArchive } from './import-archive.ts'
import type { ImportOutcome } from './reading/import-files.ts'
import type { StoreDeps } from './reading/store-course.ts'

export type CourseFormatDeps = StoreDeps & ExportDeps & { database: Database; rateLimiter: RateLimiter }
export type CourseFormat = ReturnType<typeof courseFormatModule>

/** Reading a course needs as much memory as its files, and its pictures are re-encoded. */
const enqueue = createFairQueue({ atOnce: 1, waitingAtMost: 50, waitingPerClientAtMost: 10 })
const imports: RateLimit = { name: 'course-import', times: 60, perMs: hourMs }

/** Courses as files: a zip or a folder with `course.yaml`. */
export function courseFormatModule(deps: CourseFormatDeps) {
  return {
    /** Imports a course from an uploaded zip, as a draft of the caller. Above the rate limit it returns how long to wait. */
    async importZip(
      staff: Viewer,
      file: Blob,
      { check, essaysAsAssignments }: { check: boolean; essaysAsAssignments: boolean },
    ): Promise<ImportOutcome | { outcome: 'too-many'; retryAfterSeconds: number }> {
      const mayTry = await deps.rateLimiter.take([imports, staff.id])
      if (!mayTry.allowed) return { outcome: 'too-many', retryAfterSeconds: mayTry.retryAfterSeconds }
      return enqueue(staff.id, async () => {
        const options = { importer: staff, actorId: staff.id, shouldPublish: false, isDryRun: check, essaysAsAssignments }
        return importArchive(deps, Buffer.from(await file.arrayBuffer()), options)
      })
    },

    /** Converting long articles takes as much time as reading them. */
    exportCourse: (staff: Viewer, courseId: string) => enqueue(staff.id, () => exportCourse(deps, deps.database.query, staff, courseId)),
  }
}
