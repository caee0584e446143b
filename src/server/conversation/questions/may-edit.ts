import { editHours } from '#contract/conversation/questions.ts'
import { hourMs } from '#contract/kit/durations.ts'

/** A question or an answer. */
export type Post = { userId: string | null; byStaff: boolean; createdAt: Date }

/** Only who wrote it, for `editHours`, answered or not. */
export const mayEdit = (post: Post, viewerId: string, now: Date): boolean =>
  post.userId === viewerId && now.getTime() - post.createdAt.getTime() < editHours * hourMs
