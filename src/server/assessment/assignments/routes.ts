import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Assessment } from '#server/assessment/assessment.ts'
import { notOpen } from '#server/assessment/attempts/not-open.ts'

export function submissionsRoutes({ assignments }: Assessment) {
  const { submissions: on } = endpoints
  return {
    handIn: on.handIn.handler(async ({ input: { id, contentId: lessonId, text, link, files = [] }, context, errors }) => {
      const outcome = await assignments.handIn(context.viewer(), { courseId: id, lessonId }, { text, link: link || null, files })
      if (outcome === 'accepted') throw errors.ALREADY_ACCEPTED()
      if ('errors' in outcome) throw errors.INVALID_INPUT({ data: outcome })
      if ('allowed' in outcome) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: outcome.retryAfterSeconds } })
      if ('outcome' in outcome) throw notOpen(outcome, lessonId, errors)
      return ok(outcome, 'Tugas terkirim. Kami kabari lewat email begitu dinilai.')
    }),

    listMySubmissions: on.listMySubmissions.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const mine = await assignments.listMine(context.viewer(), { courseId: id, lessonId })
      if ('outcome' in mine) throw notOpen(mine, lessonId, errors)
      const { versions, status, terms } = mine
      return { ...ok(versions), meta: { status, ...terms } }
    }),

    downloadSubmissionFile: on.downloadSubmissionFile.handler(async ({ input, context, errors }) => {
      const file = await assignments.downloadFile(context.viewer(), input.id)
      if (!file) throw errors.NOT_FOUND()
      return file
    }),
  }
}

export function assignmentReviewRoutes({ assignments }: Assessment) {
  const { assignmentReview: on } = endpoints
  return {
    showAssignment: on.showAssignment.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const assignment = await assignments.show(context.viewer(), { courseId: id, lessonId })
      if (!assignment) throw errors.NOT_FOUND()
      return ok(assignment)
    }),

    saveAssignment: on.saveAssignment.handler(async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
      const saved = await assignments.save(context.viewer(), { courseId: id, lessonId }, input)
      if (saved === 'not-found') throw errors.NOT_FOUND()
      if (saved === 'stale') throw errors.STALE()
      return ok(saved, 'Rubrik tersimpan.')
    }),

    listSubmissions: on.listSubmissions.handler(async ({ input, context }) => {
      const { rows, ...meta } = await assignments.listQueue(context.viewer(), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    countWaitingSubmissions: on.countWaitingSubmissions.handler(async ({ context }) => ok(await assignments.countWaiting(context.viewer()))),

    showSubmission: on.showSubmission.handler(async ({ input, context, errors }) => {
      const submission = await assignments.showSubmission(context.viewer(), input.id)
      if (!submission) throw errors.NOT_FOUND()
      return ok(submission)
    }),

    reviewSubmission: on.reviewSubmission.handler(async ({ input: { id, ...input }, context, errors }) => {
      const outcome = await assignments.review(context.viewer(), id, input)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'stale') throw errors.STALE()
      if ('errors' in outcome) throw errors.INVALID_INPUT({ data: outcome })
      return ok(outcome, outcome.status === 'accepted' ? 'Tugas diterima.' : 'Permintaan revisi terkirim.')
    }),
  }
}
