import type { TestSite } from '#testing/test-site.ts'

/** A question with an answer that was reported, an announcement and a review, made by a student and the instructor of a course. */
export async function createConversation(
  site: TestSite,
  { courseId, student, instructor }: { courseId: string; student: string; instructor: string },
) {
  const idOf = async (method: string, path: string, token: string, body: Record<string, unknown>): Promise<string> =>
    (await site.call(method, path, { token, body })).body.data._id
  const questionId = await idOf('POST', `/courses/${courseId}/questions`, student, { title: 'Kenapa?', text: 'Begitu' })
  const answerId = await idOf('POST', `/questions/${questionId}/answers`, instructor, { text: 'Begini' })
  return {
    questionId,
    answerId,
    reportId: await idOf('POST', `/answers/${answerId}/report`, student, { reason: 'Kasar' }),
    announcementId: await idOf('POST', `/courses/${courseId}/announcements`, instructor, {
      title: 'Halo',
      text: 'Semua',
    }),
    reviewId: await idOf('PUT', `/courses/${courseId}/reviews`, student, { rating: 5, text: 'Bagus' }),
  }
}
