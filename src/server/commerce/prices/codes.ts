import { and, count, eq, ne } from 'drizzle-orm'
import type { ItemKind } from '#contract/commerce/transactions.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { promoCodes, promoRedemptions } from './tables.ts'

export type CodeScope = Pick<typeof promoCodes.$inferSelect, 'courseId' | 'ebookId' | 'categoryId' | 'instructorId'>

export type CoveredItem = { kind: ItemKind; id: string; categoryId: string | null; instructorId: string | null }

export function coversItem({ courseId, ebookId, categoryId, instructorId }: CodeScope, item: CoveredItem): boolean {
  // The course may have another instructor since.
  if (instructorId && item.instructorId !== instructorId) return false
  if (courseId) return item.kind === 'course' && item.id === courseId
  if (ebookId) return item.kind === 'ebook' && item.id === ebookId
  return !categoryId || item.categoryId === categoryId
}

export async function countUses(
  queryable: Queryable,
  promoId: string,
  studentId: string | null,
  except: string | null,
): Promise<number> {
  const [row] = await queryable
    .select({ uses: count() })
    .from(promoRedemptions)
    .where(
      and(
        eq(promoRedemptions.promoId, promoId),
        studentId ? eq(promoRedemptions.studentId, studentId) : undefined,
        except ? ne(promoRedemptions.transactionId, except) : undefined,
      ),
    )
  return row?.uses ?? 0
}

export async function findPromoId(queryable: Queryable, code: string): Promise<string | null> {
  const [row] = await queryable.select({ id: promoCodes.id }).from(promoCodes).where(eq(promoCodes.code, code))
  return row?.id ?? null
}
