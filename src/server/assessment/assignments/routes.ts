import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Assessment } from '#server/assessment/assessment.ts'

export function submissionsRoutes({ assignments }: Assessment) {
  const { submissions: on } = endpoints
  return {
    handIn: on.handIn.handler(
      async ({ input: { id, contentId: lessonId, text, link, files = [] }, context, errors }) => {
        const handedIn = await assignments.handIn(
          context.viewer(),
          { courseId: id, lessonId },
          { text, link: link || null, files },
        )
        return ok(
          accept(handedIn, errors, 'handed-in').submission,
          'Tugas terkirim. Kami kabari lewat email begitu dinilai.',
        )
      },
    ),

    listMySubmissions: on.listMySubmissions.handler(async ({ input: { id, contentId: lessonId }, context, errors }) => {
      const { mine } = accept(
        await assignments.listMine(context.viewer(), { courseId: id, lessonId }),
        errors,
        'listed',
      )
      return { ...ok(mine.versions), meta: { status: mine.status, ...mine.terms } }
    }),

    downloadSubmissionFile: on.downloadSubmissionFile.handler(async ({ input, context, errors }) =>
      found(await assignments.downloadFile(context.viewer(), input.id), errors),
    ),
  }
}

export function assignmentReviewRoutes({ assignments }: Assessment) {
  const { assignmentReview: on } = endpoints
  return {
    showAssignment: on.showAssignment.handler(async ({ input: { id, contentId: lessonId }, context, errors }) =>
      ok(found(await assignments.show(context.viewer(), { courseId: id, lessonId }), errors)),
    ),

    saveAssignment: on.saveAssignment.handler(
      async ({ input: { id, contentId: lessonId, ...input }, context, errors }) => {
        const { assignment } = accept(
          await assignments.save(context.viewer(), { courseId: id, lessonId }, input),
          errors,
          'saved',
        )
        return ok(assignment, 'Rubrik tersimpan.')
      },
    ),

    listSubmissions: on.listSubmissions.handler(async ({ input, context }) => {
      const { rows, ...meta } = await assignments.listQueue(context.viewer(), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    countWaitingSubmissions: on.countWaitingSubmissions.handler(async ({ context }) =>
      ok(await assignments.countWaiting(context.viewer())),
    ),

    showSubmission: on.showSubmission.handler(async ({ input, context, errors }) =>
      ok(found(await assignments.showSubmission(context.viewer(), input.id), errors)),
    ),

    reviewSubmission: on.reviewSubmission.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { submission } = accept(await assignments.review(context.viewer(), id, input), errors, 'reviewed')
      return ok(submission, submission.status === 'accepted' ? 'Tugas diterima.' : 'Permintaan revisi terkirim.')
    }),
  }
}
