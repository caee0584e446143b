import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/index.ts'
import { daysOf, onDay, type FigureSource } from '#server/platform/figures/index.ts'
import { questions } from '#server/conversation/tables.ts'

/** The questions that the figures count: those of students about a lesson, that can be read. */
export const conversationFigures = (database: Database): FigureSource[] => [
  {
    name: 'questions',
    kinds: ['questions'],
    part: 'day',
    keysAfter: daysOf(database, { table: questions, instant: questions.createdAt }),
    count: (day) => sql`
      select 'questions' as kind, content_id as subject, ${day}::date as day, count(*) as value
      from ${questions}
      where ${onDay(questions.createdAt, day)} and content_id is not null and not by_staff and deleted_at is null and hidden_at is null
      group by content_id`,
  },
]
