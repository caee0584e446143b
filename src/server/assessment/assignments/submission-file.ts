import { and, eq, or } from 'drizzle-orm'
import { isStaff } from '#contract/kit/roles.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { documentDownload } from '#server/platform/media/index.ts'
import { coursesOf, isIn } from './find-submissions.ts'
import { submissionFiles, submissions } from './tables.ts'

/** A file for its owner and the staff of the course, to be saved and never displayed by the browser; null for everyone else. */
export async function downloadFile(deps: AssessmentDeps, viewer: Viewer, id: string): Promise<Download | null> {
  const { database, media } = deps
  const courseIds = isStaff(viewer.role) && !viewer.mustSetUpTwoSteps ? await coursesOf(deps, viewer) : []
  const mayRead = courseIds === null ? undefined : or(eq(submissions.userId, viewer.id), isIn(courseIds))
  const [row] = await database.query
    .select({ name: submissionFiles.name })
    .from(submissionFiles)
    .innerJoin(submissions, eq(submissions.id, submissionFiles.submissionId))
    .where(and(eq(submissionFiles.id, id), mayRead))
  return row ? documentDownload(media, { id, name: row.name }) : null
}
