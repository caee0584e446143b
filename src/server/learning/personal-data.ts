import { eq, inArray, sql } from 'drizzle-orm'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import { personalDataOf, type Database, type PersonalData } from '#server/platform/database/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { certificates, ownedCertificates } from './certificates/tables.ts'
import { deleteReview } from './reviews/reviews.ts'
import { ownedVotes, reviewVotes } from './reviews/vote.ts'
import { describeInvitations, eraseInvitations } from './students/my-invitations.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import { enrollments, ownedByStudents, resumes, reviews } from './tables.ts'

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
  const tables = { ...ownedByStudents, helpfulReviews: ownedVotes, certificates: ownedCertificates }
  return personalDataOf(database, 'learning', tables, {
    async export(userId) {
      const [resume] = await database.query.select().from(resumes).where(eq(resumes.userId, userId))
      return { resume: resume?.data ?? null, invitations: await describeInvitations({ database, identity }, userId) }
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
        if (revokedAt === null) await catalog.adjustStudentCount(tx, { courseId, difference: -1 })
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
      const deleted = await tx
        .delete(certificates)
        .where(eq(certificates.userId, userId))
        .returning({ id: certificates.id })
      await cacheTags.invalidate(
        tx,
        deleted.map(({ id }) => `certificate:${id}`),
      )
    },
  })
}
