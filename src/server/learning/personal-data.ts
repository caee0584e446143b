import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import { rowPages, type Database } from '#server/platform/database/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import type { PersonalData, Identity } from '#server/identity/index.ts'
import { certificates } from './certificates/tables.ts'
import { deleteReview } from './reviews/reviews.ts'
import { reviewVotes } from './reviews/vote.ts'
import { describeInvitations, eraseInvitations } from './students/my-invitations.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import {
  completionChanges,
  completions,
  enrollments,
  lessonNotes,
  lessonPositions,
  neverNoted,
  resumes,
  reviews,
  studyDays,
  weeklyGoals,
} from './tables.ts'

/** Learning's personal data: courses, progress, reviews, certificates. All of it is deleted with the account. */
export function learningPersonalData({
  database,
  catalog,
  cacheTags,
  notifications,
  identity,
  mail,
}: {
  identity: Identity
  mail: Mail
  database: Database
  catalog: Catalog
  cacheTags: CacheTags
  notifications: Pick<Notifications, 'withdraw'>
}): PersonalData {
  return {
    name: 'learning',

    async export(userId) {
      const { query } = database
      const helped = await query
        .select({ reviewId: reviewVotes.reviewId })
        .from(reviewVotes)
        .where(eq(reviewVotes.userId, userId))
      const [enrolled, completed, changed, reached, written, [resume], issued, goals, studied] = await Promise.all([
        query.select().from(enrollments).where(eq(enrollments.userId, userId)),
        query.select().from(completions).where(eq(completions.userId, userId)),
        query.select().from(completionChanges).where(eq(completionChanges.userId, userId)),
        query.select().from(lessonPositions).where(eq(lessonPositions.userId, userId)),
        query.select().from(reviews).where(eq(reviews.userId, userId)),
        query.select().from(resumes).where(eq(resumes.userId, userId)),
        query.select().from(certificates).where(eq(certificates.userId, userId)),
        query.select().from(weeklyGoals).where(eq(weeklyGoals.userId, userId)),
        query.select().from(studyDays).where(eq(studyDays.userId, userId)).orderBy(asc(studyDays.day)),
      ])
      const readNotes = (after: string | null, limit: number) =>
        query
          .select()
          .from(lessonNotes)
          .where(and(eq(lessonNotes.userId, userId), after === null ? undefined : gt(lessonNotes.lessonId, after)))
          .orderBy(asc(lessonNotes.lessonId))
          .limit(limit)
      return {
        courses: enrolled.map(
          ({
            courseId,
            groupId,
            groupJoinedAt,
            endsAt,
            grantedAt,
            revokedAt,
            lastAccessedAt,
            finishedAt,
            undoneFinishAt,
          }) => ({
            courseId,
            cohortId: groupId,
            cohortJoinedAt: groupJoinedAt,
            endsAt,
            grantedAt,
            revokedAt,
            lastAccessedAt,
            finishedAt,
            undoneFinishAt,
          }),
        ),
        completedLessons: completed.map(({ courseId, lessonId, completedAt }) => ({
          courseId,
          contentId: lessonId,
          completedAt,
        })),
        lessonMarks: changed.map(({ courseId, lessonId, completed: done, markedAt }) => ({
          courseId,
          contentId: lessonId,
          completed: done,
          markedAt,
        })),
        openedLessons: reached.map(({ courseId, lessonId, notedAt, openedAt }) => ({
          courseId,
          contentId: lessonId,
          openedAt: openedAt ?? notedAt,
        })),
        positions: reached
          .filter(({ notedAt }) => notedAt > neverNoted)
          .map(({ courseId, lessonId, reached: position, notedAt }) => ({
            courseId,
            contentId: lessonId,
            reached: position,
            notedAt,
          })),
        reviews: written.map(({ courseId, rating, body, createdAt, updatedAt }) => ({
          courseId,
          rating,
          text: body,
          createdAt,
          updatedAt,
        })),
        helpfulReviews: helped.map(({ reviewId }) => reviewId),
        notes: rowPages(
          ({ lessonId }) => lessonId,
          readNotes,
          ({ courseId, lessonId, body, updatedAt }) => ({ courseId, contentId: lessonId, text: body, updatedAt }),
        ),
        resume: resume?.data ?? null,
        weeklyGoals: goals.map(({ startsOn, days, setAt }) => ({ startsOn, days, setAt })),
        invitations: await describeInvitations({ database, identity }, userId),
        // Of lessons that were deleted since.
        studyDays: studied.map(({ day }) => day),
        certificates: issued.map(({ id, courseId, pathId, name, title, issuedAt, revokedAt }) => ({
          id,
          courseId,
          pathId,
          name,
          courseTitle: title,
          issuedAt,
          revokedAt,
        })),
      }
    },

    async erase(tx, user) {
      const userId = user.id
      await eraseInvitations(tx, { mail }, user)
      // Enrolments before the counts of their courses, as everywhere. Completions, completion changes, positions and notes are deleted by cascade.
      const ended = await tx
        .delete(enrollments)
        .where(eq(enrollments.userId, userId))
        .returning({ courseId: enrollments.courseId, revokedAt: enrollments.revokedAt })
      // As they were when they were deleted: what a refund revoked meanwhile is counted already.
      for (const { courseId, revokedAt } of ended.toSorted((a, b) => (a.courseId < b.courseId ? -1 : 1)))
        if (revokedAt === null) await catalog.adjustStudentCount(tx, courseId, -1)
      for (const { courseId } of await tx
        .select({ courseId: reviews.courseId })
        .from(reviews)
        .where(eq(reviews.userId, userId))) {
        await deleteReview(tx, { catalog, notifications }, { userId, courseId })
      }
      const voted = tx.select({ id: reviewVotes.reviewId }).from(reviewVotes).where(eq(reviewVotes.userId, userId))
      await tx
        .update(reviews)
        .set({ helpfulCount: sql`${reviews.helpfulCount} - 1` })
        .where(inArray(reviews.id, voted))
      await tx.delete(reviewVotes).where(eq(reviewVotes.userId, userId))
      // After the completions: a lesson that was deleted meanwhile has left their days here.
      await tx.delete(studyDays).where(eq(studyDays.userId, userId))
      await tx.delete(weeklyGoals).where(eq(weeklyGoals.userId, userId))
      await tx.delete(resumes).where(eq(resumes.userId, userId))
      const deleted = await tx
        .delete(certificates)
        .where(eq(certificates.userId, userId))
        .returning({ id: certificates.id })
      await cacheTags.invalidate(
        tx,
        deleted.map(({ id }) => `certificate:${id}`),
      )
    },
  }
}
