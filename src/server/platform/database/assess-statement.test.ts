import { expect, test } from 'vitest'
import { assessStatement } from './assess-statement.ts'
import { listMigrations } from './migrate.ts'
import { concurrentIndexOf, isOutsideTransaction, splitStatements } from './migration-script.ts'

test.each([
  ['create index a on users (name)', 'writes-wait', 'users'],
  ['create unique index concurrently a on users (name)', 'background', 'users'],
  ['create table a (id uuid primary key)', 'none', null],
  ['alter table users add column a text', 'brief', 'users'],
  ["alter table users add column a text not null default 'x'", 'brief', 'users'],
  ['alter table users add column a uuid default gen_random_uuid()', 'all-wait', 'users'],
  ['alter table users alter column a set not null', 'all-wait', 'users'],
  ['alter table users alter column a type bigint', 'all-wait', 'users'],
  ["alter table users add constraint a check (b <> 'type x')", 'all-wait', 'users'],
  ["alter table users add constraint a check (b <> '') not valid", 'brief', 'users'],
  ['alter table users validate constraint a', 'background', 'users'],
  ['alter table users add constraint a foreign key (b) references courses (id)', 'writes-wait', 'users'],
  ['create trigger a after insert on users for each row execute function f()', 'brief', 'users'],
  ['update users set a = 1', 'rows', 'users'],
  ['insert into settings (a) select 1', 'rows', 'settings'],
  ['drop index a', 'brief', null],
  ['cluster users', 'unknown', null],
])('%s: %s', (statement, effect, table) => expect(assessStatement(statement)).toEqual({ effect, table }))

test('a script is split where its statements end', () => {
  const script = `-- a; b\ncreate table a (b text default ';' /* ; */);\ncreate function f() returns trigger language plpgsql as $$ begin; return null; end $$;\n`
  expect(splitStatements(script)).toEqual([
    `create table a (b text default ';' )`,
    'create function f() returns trigger language plpgsql as $$ begin; return null; end $$',
  ])
})

test('every statement of every migration is known, and those outside of a transaction are one index each', async () => {
  const migrations = await listMigrations()
  const unknown = migrations
    .flatMap(({ script }) => splitStatements(script))
    .filter((statement) => assessStatement(statement).effect === 'unknown')
  expect(unknown).toEqual([])
  for (const { name, script } of migrations)
    if (isOutsideTransaction(script)) expect(concurrentIndexOf(name, script)).toBeTruthy()
})
