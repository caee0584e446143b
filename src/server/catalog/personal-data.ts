import { eq } from 'drizzle-orm'
import type { Database } from '#server/platform/database/index.ts'
import type { PersonalData } from '#server/identity/index.ts'
import { courseInstructors } from './tables.ts'

/** The catalog's personal data: with which courses somebody earns. Later sales leave that part to the platform. */
export function catalogPersonalData({ database }: { database: Database }): PersonalData {
  return {
    name: 'shares',
    async export(userId) {
      const rows = await database.query.select().from(courseInstructors).where(eq(courseInstructors.userId, userId))
      return rows.map(({ courseId, sharePercent }) => ({ courseId, sharePercent }))
    },
    async erase(tx, { id }) {
      await tx.delete(courseInstructors).where(eq(courseInstructors.userId, id))
    },
  }
}
