import { sql } from 'drizzle-orm'
import type { ConversationDeps } from '#server/conversation/deps.ts'
import { answers, questions } from '#server/conversation/tables.ts'

/** Older questions say little about how somebody answers today. */
const newestRead = 200

/** How many of the newest questions of these courses somebody answered, and after how many hours usually (the median). */
export async function readAnswerHours(
  { database }: ConversationDeps,
  { userId, courseIds }: { userId: string; courseIds: readonly string[] },
): Promise<{ answered: number; hours: number | null }> {
  if (courseIds.length === 0) return { answered: 0, hours: null }
  const result = await database.query.execute<{ answered: number; hours: number | null }>(sql`
    with asked as (
      select id, created_at from ${questions}
      where ${questions.courseId} = any(string_to_array(${courseIds.join(',')}, ',')::uuid[]) and ${questions.userId} is distinct from ${userId}::uuid
        and ${questions.deletedAt} is null and ${questions.hiddenAt} is null
      order by created_at desc limit ${newestRead}
    ), first_answers as (
      select asked.created_at as asked_at, min(${answers.createdAt}) as answered_at
      from asked join ${answers} on ${answers.questionId} = asked.id and ${answers.userId} = ${userId}::uuid and ${answers.hiddenAt} is null
      group by asked.id, asked.created_at
    )
    select count(*)::int as answered,
      percentile_cont(0.5) within group (order by extract(epoch from answered_at - asked_at) / 3600) as hours
    from first_answers`)
  const [row] = result.rows
  return { answered: row?.answered ?? 0, hours: row?.hours ?? null }
}
