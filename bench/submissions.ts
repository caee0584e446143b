import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate, openDatabase } from '#server/platform/database/index.ts'
import { createPasswords } from '#server/identity/passwords/password.ts'
import { startProduct, untilReady } from '../src/testing/processes/product-process.ts'
import { quantile } from './quantile.ts'

// Measures the queue of submissions in two installations in the same run: with 100 submissions, and with 100,000 (or as many as the first
// argument says). Only the ratios are comparable between machines.

const [few, many] = [100, Number(process.argv[2] ?? 100_000)]
const rounds = 200
const courses = 50
const password = 'ukur-ukuran-9'
/** The larger installation may take this much longer. */
const goal = 3

/** Waiting and reviewed submissions of many students in fifty courses; the first two belong to the measured instructor. */
async function fill(dataDir: string, rows: number): Promise<void> {
  const database = await openDatabase({ dataDir })
  const { query } = database
  try {
    await migrate(database)
    const passwordHash = await createPasswords().hash(password)
    await query.execute(sql`
      insert into users (id, name, email, role, password_hash, created_at)
      select gen_random_uuid(), 'Pengukur', role || '@contoh.id', role, ${passwordHash}, now() from unnest(array['admin', 'instructor']) as role`)
    await query.execute(sql`
      insert into users (id, name, email, role, created_at)
      select gen_random_uuid(), 'Siswa ' || n, 'siswa' || n || '@contoh.id', 'student', now() from generate_series(1, ${Math.ceil(rows / 10)}) as n`)
    await query.execute(sql`insert into categories (id, name, slug, group_name, position) values (gen_random_uuid(), 'Ukur', 'ukur', 'programming', 0)`)
    await query.execute(sql`
      insert into courses (id, status, title, tagline, description, category_id, instructor_id, price_idr, published_at, created_at, updated_at)
      select gen_random_uuid(), 'published', 'Kelas ' || n, 'Untuk diukur', 'Untuk diukur', (select id from categories),
        (select id from users where role = case when n <= 2 then 'instructor' else 'admin' end), 0, now(), now(), now()
      from generate_series(1, ${courses}) as n`)
    await query.execute(sql`
      insert into contents (id, course_id, position, title, type, body_html, created_at, updated_at)
      select gen_random_uuid(), id, 0, 'Tugas', 'assignment', '<p>Tugas</p>', now(), now() from courses`)
    const numbered = sql`(select id, row_number() over (order by id) as n from users where role = 'student') as student
      cross join generate_series(0, 9) as pick
      join (select id, row_number() over (order by id) - 1 as n from courses) as course on course.n = (student.n * 7 + pick * 5) % ${courses}`
    await query.execute(sql`
      insert into enrollments (user_id, course_id, source_ref, granted_at)
      select student.id, course.id, 'staff:' || student.id, now() from ${numbered}`)
    await query.execute(sql`
      insert into submissions (id, user_id, course_id, content_id, number, status, text, submitted_at, reviewed_at, comment, scores)
      select gen_random_uuid(), student.id, course.id, contents.id, 1, state, 'Jawaban', timestamptz '2026-01-01' + (student.n * 10 + pick) * interval '1 minute',
        case when state <> 'waiting' then now() end, case when state <> 'waiting' then 'Baik' end, case when state <> 'waiting' then '[]'::jsonb end
      from ${numbered} join contents on contents.course_id = course.id
      cross join lateral (select (array['waiting', 'revise', 'accepted'])[1 + (student.n + pick) % 3] as state) as states`)
    await query.execute(sql`analyze`)
  } finally {
    await database.close()
  }
}

const calls = {
  'queue of an instructor': ['instructor', '/admin/submissions'],
  'queue of an admin': ['admin', '/admin/submissions'],
  'accepted ones of an instructor': ['instructor', '/admin/submissions?status=accepted'],
  'number that waits': ['instructor', '/admin/waiting-submissions'],
} as const
type Name = keyof typeof calls

async function measure(rows: number): Promise<Map<Name, number[]>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-submissions-'))
  await fill(dataDir, rows)
  const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'off' })
  try {
    await untilReady(product)
    const signIn = async (role: string): Promise<string> => {
      const body = JSON.stringify({ email: `${role}@contoh.id`, password })
      const response = await fetch(`${product.origin}/api/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return ((await response.json()) as { data: { token: string } }).data.token
    }
    const tokens = { instructor: await signIn('instructor'), admin: await signIn('admin') }
    const times = new Map<Name, number[]>()
    // The calls alternate, so that other load affects all of them equally. The first rounds warm up.
    for (let round = -20; round < rounds; round++) {
      for (const [name, [role, path]] of Object.entries(calls) as [Name, (typeof calls)[Name]][]) {
        const began = performance.now()
        const response = await fetch(`${product.origin}/api${path}`, { headers: { authorization: `Bearer ${tokens[role]}` } })
        if (!response.ok) throw new Error(`${path} returned ${response.status}`)
        await response.arrayBuffer()
        if (round >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - began])
      }
    }
    return times
  } finally {
    product.child.kill()
    await product.exited
    await rm(dataDir, { recursive: true, force: true })
  }
}

const [small, large] = [await measure(few), await measure(many)]
for (const name of Object.keys(calls) as Name[]) {
  const [before, after] = [small.get(name) ?? [], large.get(name) ?? []]
  const ratio = quantile(after, 0.5) / quantile(before, 0.5)
  const figures = [before, after].map((values) => `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`)
  process.stdout.write(`${name.padEnd(32)} ${few}: ${figures[0]}   ${many}: ${figures[1]}   ratio ${ratio.toFixed(1)}\n`)
  if (ratio > goal) process.exitCode = 1
}
