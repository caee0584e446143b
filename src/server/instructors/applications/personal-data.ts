import { eq } from 'drizzle-orm'
import type { PersonalData } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { applications } from '#server/instructors/tables.ts'

/** Applications to teach, with the answers to them. */
export const applicationsPersonalData = ({ database }: { database: Database }): PersonalData => ({
  name: 'instructorApplications',

  async export(userId) {
    const rows = await database.query.select().from(applications).where(eq(applications.userId, userId)).limit(100)
    return {
      applications: rows.map(({ headline, about, sampleUrl, state, sentence, createdAt, decidedAt }) => ({
        headline,
        about,
        sampleUrl,
        state,
        sentence,
        createdAt,
        decidedAt,
      })),
    }
  },

  async erase(tx, { id: userId }) {
    await tx.delete(applications).where(eq(applications.userId, userId))
  },
})
