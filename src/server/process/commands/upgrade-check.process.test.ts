import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runCommand } from '#testing/processes/run-command.ts'
import { openTestDatabase, urlOfDatabase } from '#testing/postgres/test-database.ts'

test(
  'the check lists pending migrations and what they lock, changes nothing, and fails when others would wait for long',
  { timeout: 120_000 },
  async () => {
    const database = await openTestDatabase()
    const env = { DATABASE_URL: await urlOfDatabase(database), DATA_DIR: '.data' }
    const session = await database.openSession()
    const none = await runCommand('upgrade-check', env)
    expect(none).toMatchObject({ status: 0, stdout: expect.stringContaining('no migration is pending') })
    // As an older version left it.
    await database.query.execute(sql`delete from schema_migrations where name >= '0222'`)
    const few = await runCommand('upgrade-check', env)
    expect(few.stdout).toMatch(
      /0250-add-media-transfer-lease\.sql\n· alter table media_files add column [^\n]*\n {4}media_files \([\d.]+ KB, 0 rows\): locks it for a moment/,
    )
    expect([few.status, few.stdout.includes('\n!')]).toEqual([0, false])
    await session.run(
      'drop table mails cascade; create table mails as select md5(n::text) as state from generate_series(1, 900000) as n',
    )
    const countApplied = () => session.query('select name from schema_migrations')
    const before = await countApplied()
    const long = await runCommand('upgrade-check', env)
    expect(long.stdout).toMatch(
      /! create index mails_state on mails [^\n]*\n {4}mails \([\d.]+ MB, (?:about )?[\d,]+ rows\): changes to it wait until it is done/,
    )
    expect([long.status, await countApplied()]).toEqual([2, before])
    await session.close()
    await database.close()
  },
)
