import type { Audit } from '#server/platform/audit/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Media, MediaGrant } from '#server/platform/media/index.ts'
import type { Uploads } from '#server/platform/uploads/index.ts'

/** The number of valid certificates. Injected, because this module may not import learning. */
type CountCertificates = (courseIds: readonly string[]) => Promise<number>

/** The number of questions of each quiz; a quiz that was never saved may be missing. Injected, because this module may not import assessment. */
type CountQuestions = (queryable: Queryable, lessonIds: readonly string[]) => Promise<ReadonlyMap<string, number>>

/** Copies the quiz, the rubric or the exercise of a lesson to another one. Injected, because this module may import neither assessment nor exercises. */
type CopyToLesson = (tx: Tx, copy: { from: string; to: string; now: Date }) => Promise<void>

/** Runs before a lesson is deleted, outside its transaction. Injected, because this module may not import learning. */
type PrepareDeletion = (lesson: { courseId: string; lessonId: string }) => Promise<void>

/** Deletes what students did in a lesson that is marked as being deleted. Injected, because this module may not import learning. */
type DeleteProgress = (tx: Tx, lesson: { courseId: string; lessonId: string }) => Promise<void>

/** Counts the completions of a course's students again. Injected, because this module may not import learning. */
type RecountCompletions = (courseId: string) => Promise<void>

/** Finishes a course for those who have completed all lessons that are left. Injected, because this module may not import learning. */
type FinishCompleted = (courseId: string) => Promise<void>

/** Tells the students of a published course of a new lesson. Their module is above this one. */
type TellNewLesson = (
  tx: Tx,
  told: { data: { courseId: string; courseTitle: string; lessonId: string; lessonTitle: string }; actorId: string },
) => Promise<void>

/** Takes back what told of a lesson. `titlesOf` finds those that are told of instead where several were told of at once. */
type WithdrawLesson = (
  tx: Tx,
  told: {
    courseId: string
    lessonId: string
    titlesOf: (lessonIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  },
) => Promise<{ wasUntold: boolean }>

export type AuthoringDeps = {
  database: Database
  cacheTags: CacheTags
  identity: Identity
  audit: Audit
  uploads: Uploads
  media: Media
  /** The URL at which this viewer may watch the video of a lesson. */
  videoUrl: (grant: MediaGrant) => Promise<string>
  clock: Clock
  countCertificates: CountCertificates
  countQuestions: CountQuestions
  copyQuiz: CopyToLesson
  copyAssignment: CopyToLesson
  copyExercise: CopyToLesson
  tellNewLesson: TellNewLesson
  withdrawLesson: WithdrawLesson
  recountCompletions: RecountCompletions
  finishCompleted: FinishCompleted
  clearLastLesson: PrepareDeletion
  deleteLessonProgress: DeleteProgress
}
