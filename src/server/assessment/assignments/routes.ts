import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Assessment } from '#server/assessment/assessment.ts'
import { asPage, orNotFound, serve } from '#server/serve.ts'

export function submissionsRoutes({ assignments }: Assessment) {
  const { submissions: on } = endpoints
  return {
    handIn: on.handIn.handler(
      async ({ input: { id, contentId: lessonId, text, link, files = [] }, context, errors }) => {
        const handedIn = await assignments.handIn(context.viewer(), {
          key: { courseId: id, lessonId },
          text,
          link: link || null,
          files,
        })
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

export function gradingRoutes({ assignments }: Assessment) {
  const { assignmentReview: on } = endpoints
  return {
    showAssignment: serve(
      on.showAssignment,
      async (viewer, { id, contentId: lessonId }) => assignments.show(viewer, { courseId: id, lessonId }),
      orNotFound(),
    ),

    saveAssignment: serve(
      on.saveAssignment,
      async (viewer, { id, contentId: lessonId, ...input }) =>
        assignments.save(viewer, { ...input, key: { courseId: id, lessonId } }),
      'saved',
    ),

    listSubmissions: serve(on.listSubmissions, assignments.listQueue, asPage),

    countWaitingSubmissions: serve(on.countWaitingSubmissions, async (viewer) => assignments.countWaiting(viewer)),

    showSubmission: serve(
      on.showSubmission,
      async (viewer, input) => assignments.showSubmission(viewer, input.id),
      orNotFound(),
    ),

    reviewSubmission: on.reviewSubmission.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { submission } = accept(
        await assignments.gradeSubmission(context.viewer(), { ...input, id }),
        errors,
        'reviewed',
      )
      return ok(submission, submission.status === 'accepted' ? 'Tugas diterima.' : 'Permintaan revisi terkirim.')
    }),
  }
}
