import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#testing/postgres/test-database.ts'

// Deleting a row reads every table that refers to it, wholly where its foreign key has no index.

/** Foreign keys without an index, as `table (columns)`, with the reason. */
const withoutIndex: Record<string, string> = {
  'certificates (key_id)': 'signing keys are never deleted',
  'contents (course_id, section_id)': 'the lessons of one course are few, and indexed by course',
  'courses (category_id)': 'courses do not grow with students; a category is deleted once it is empty',
  'lesson_marks (user_id, course_id)': 'the rows of one user are few, and indexed by user',
  'lesson_notes (user_id, course_id)': 'the rows of one user are few, and indexed by user',
  'lesson_positions (user_id, course_id)': 'the rows of one user are few, and indexed by user',
  'promo_codes (category_id)': 'promo codes are few',
  'promo_codes (course_id)': 'promo codes are few',
  'promo_codes (ebook_id)': 'promo codes are few',
}

test('every foreign key has an index that begins with its columns, or is listed with the reason why not', async () => {
  const database = await openTestDatabase()
  // A partial index counts if it leaves out null only. Accounts are erased and never deleted, so keys that refer to them alone need none.
  const rows = await database.query
    .select({ key: sql<string>`key` })
    .from(
      sql`(
        select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')' as key
        from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid <> 'users'::regclass and not exists (
          select from pg_index i
          where i.indrelid = c.conrelid and i.indisvalid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid)
              = '(' || (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) || ' IS NOT NULL)')
        )
        group by c.oid, c.conrelid
      ) as missing`,
    )
    .orderBy(sql`key collate "C"`)
  await database.close()
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(withoutIndex))
})
