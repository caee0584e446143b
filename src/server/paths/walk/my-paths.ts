import type { Certificate } from '#contract/learning/certificates.ts'
import type { MyPath, PathStep } from '#contract/paths/paths.ts'
import { percentDone } from '#contract/kit/format/percent.ts'
import { findPathId, findPaths, listPathIdsOfCourses, listSavedIds, stepsLeft } from '#server/paths/index.ts'
import type { InvalidInput, Refusal } from '#server/platform/outcomes.ts'
import { refused } from '#server/platform/outcomes.ts'
import type { WalkDeps } from './deps.ts'
import { presentSteps } from './present-steps.ts'

/** The paths of which somebody owns a step or that they saved, those that were started first, and how far they are. */
export async function listMyPaths(deps: WalkDeps, userId: string): Promise<MyPath[]> {
  const { database, learning, certificates } = deps
  const studies = new Map((await learning.readStudies([userId])).map((study) => [study.courseId, study]))
  const saved = await listSavedIds(database.query, userId)
  const started = await listPathIdsOfCourses(database.query, [...studies.keys()])
  const ids = [...new Set([...started, ...saved])]
  const found = [...(await findPaths(database.query, ids)).values()].filter(({ row }) => row.status === 'published')
  const paths = await presentSteps(deps, found, new Set(studies.keys()))
  const issued = await certificates.listOfPaths(userId, ids)
  const published = await deps.catalog.listCoursesById([
    ...new Set(paths.flatMap(({ shown }) => shown.map(({ courseId }) => courseId))),
  ])
  const inCatalogue = new Set(published.flatMap(({ id, status }) => (status === 'published' ? [id] : [])))

  const progressOf = (step: PathStep) => {
    const study = studies.get(step.courseId)
    const percent = study ? percentDone(Math.min(study.completedLessons, step.lessonCount), step.lessonCount) : 0
    return {
      ...step,
      isOwned: study !== undefined,
      percent: study?.finishedAt ? 100 : percent,
      finishedAt: study?.finishedAt?.toISOString() ?? null,
    }
  }
  return paths
    .filter(({ shown }) => shown.length > 0)
    .map(({ row, shown }) => {
      const steps = shown.map(progressOf)
      const courseIds = steps.map(({ courseId }) => courseId)
      const finished = new Set(courseIds.filter((id) => studies.get(id)?.finishedAt))
      const [nextCourseId = null] = stepsLeft(courseIds, { inCatalogue, finished })
      return {
        _id: row.id,
        slug: row.slug,
        title: row.title,
        tagline: row.tagline,
        isOrdered: row.isOrdered,
        isSaved: saved.includes(row.id),
        steps,
        finished: finished.size,
        percent: nextCourseId === null ? 100 : percentDone(finished.size, steps.length),
        nextCourseId,
        certificateId: issued.get(row.id) ?? null,
      }
    })
    .toSorted((a, b) => b.finished - a.finished || a.title.localeCompare(b.title, 'id'))
}

type Issued =
  | { outcome: 'issued'; certificate: Certificate }
  | Refusal<'not-found' | 'not-finished' | 'certificate-revoked'>
  | InvalidInput

/** The certificate of a finished path, under the name of the account unless another one is confirmed. */
export async function issuePathCertificate(
  { database, certificates }: WalkDeps,
  viewer: { id: string; name: string },
  { slug, name }: { slug: string; name?: string | undefined },
): Promise<Issued> {
  const pathId = await findPathId(database.query, slug)
  if (!pathId) return refused('not-found')
  return certificates.issueForPath({ userId: viewer.id, pathId, name: name ?? viewer.name })
}
