import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate, openDatabase } from '#server/platform/database/index.ts'
import { createPasswords } from '#server/identity/passwords/password.ts'
import { median } from './quantile.ts'

// Measures long staff lists against the cheapest call with a session (`GET /me`) in the same run.
// Only the ratios are comparable between machines.

const rows = Number(process.argv[2] ?? 10_000)
const rounds = 40
const port = 3192
const origin = `http://127.0.0.1:${port}/api`
const categoryId = '00000000-0000-7000-8000-000000000002'
const courseId = '00000000-0000-7000-8000-000000000001'
const account = { email: 'bench@contoh.id', password: 'ukur-ukuran-9' }

// Goal: the maximum ratio of a list page to the cheapest call.
const goal = 10

async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    await migrate(database)
    const passwordHash = await createPasswords().hash(account.password)
    await database.query.execute(sql`
      insert into users (id, name, email, role, created_at)
      select gen_random_uuid(), 'Orang ' || (array['Sari', 'Budi', 'Wulan', 'Made', 'Ucok'])[1 + n % 5] || ' ' || n, 'orang' || n || '@contoh.id', 'student',
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${rows}) as n`)
    await database.query.execute(sql`
      insert into users (id, name, email, role, password_hash, created_at)
      values (gen_random_uuid(), 'Admin Ukur', ${account.email}, 'admin', ${passwordHash}, now())`)
    await database.query.execute(sql`
      insert into audit_entries (id, happened_at, actor_id, action, subject_kind, subject_id)
      select gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute', (select id from users where email = ${account.email}),
        (array['user.created', 'user.disabled', 'settings.saved'])[1 + n % 3], 'user', gen_random_uuid()::text
      from generate_series(1, ${rows}) as n`)
    await database.query.execute(sql`
      insert into categories (id, name, slug, group_name, position) values (${categoryId}::uuid, 'Ukur', 'ukur', 'programming', 0)`)
    await database.query.execute(sql`
      insert into courses (id, status, title, tagline, description, category_id, instructor_id, price_idr, student_count, published_at, created_at, updated_at)
      select ${courseId}::uuid, 'published', 'Kelas Ukur', 'Untuk diukur', 'Untuk diukur saja', ${categoryId}::uuid, id, 100000, ${rows}, now(), now(), now()
      from users where email = ${account.email}`)
    await database.query.execute(sql`
      insert into contents (id, course_id, position, title, type, youtube_id, created_at, updated_at)
      select gen_random_uuid(), ${courseId}::uuid, n, 'Materi ' || n, 'video', 'DHjqpvDnNGE', now(), now() from generate_series(0, 4) as n`)
    await database.query.execute(sql`
      insert into enrollments (user_id, course_id, source_ref, granted_at, last_accessed_at)
      select id, ${courseId}::uuid, 'staff:' || id, created_at, created_at + interval '1 day' from users where role = 'student'`)
    await database.query.execute(sql`
      insert into completions (user_id, course_id, content_id, completed_at)
      select e.user_id, e.course_id, c.id, e.granted_at from enrollments e join contents c on c.course_id = e.course_id
      where c.position < ascii(right(e.user_id::text, 1)) % 6`)
    // The triggers of payments are not measured here.
    await database.query.execute(sql`alter table transactions disable trigger user`)
    await database.query.execute(sql`
      insert into transactions (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr, discount_percent, amount_idr,
        order_id, state, paid_at, paid_amount_idr, created_at, updated_at)
      select gen_random_uuid(), id, 'course', ${courseId}::uuid, 'Kelas Ukur', name, email, 100000, 0, 100000,
        'KLS-' || lpad(row_number() over (order by created_at)::text, 26, '0'), 'paid', created_at, 100000, created_at, created_at
      from users where role = 'student'`)
    await database.query.execute(sql`
      insert into invoices (transaction_id, number, issued_at, seller, buyer, lines, tax_base_idr, tax_idr, total_idr)
      select id, 'INV/2026/11/' || right(order_id, 6), paid_at, '{}', '{}', '[]', 100000, 0, 100000 from transactions`)
    await database.query.execute(sql`analyze`)
  } finally {
    await database.close()
  }
}

async function signIn(): Promise<string> {
  for (;;) {
    const ready = await fetch(`${origin}/ready`).catch(() => null)
    if (ready?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const response = await fetch(`${origin}/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) })
  return ((await response.json()) as { data: { token: string } }).data.token
}

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-lists-'))
await fill(dataDir)
const child = spawn(process.execPath, ['src/server/process/main.ts'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const headers = { authorization: `Bearer ${await signIn()}` }
  const time = async (path: string): Promise<number> => {
    const began = performance.now()
    const response = await fetch(origin + path, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    await response.arrayBuffer()
    return performance.now() - began
  }
  const calls = {
    'students, newest': '/admin/students',
    'students, by name': '/admin/students?sort=name',
    'students, last page': `/admin/students?page=${Math.floor(rows / 20)}`,
    'students, search': '/admin/students?q=wulan',
    'students, search without result': '/admin/students?q=zzzz',
    'students of a course, by name': `/courses/${courseId}/students`,
    'students of a course, by progress': `/courses/${courseId}/students?sort=-progress`,
    'students of a course, search': `/courses/${courseId}/students?q=wulan`,
    'transactions, newest': '/admin/transactions',
    'transactions, by amount': '/admin/transactions?sort=-amount',
    'transactions, last page': `/admin/transactions?page=${Math.floor(rows / 20)}`,
    'transactions, search': '/admin/transactions?q=wulan',
    'transactions, invoice': '/admin/transactions?q=INV/2026/11/000123',
    'transactions, one state': '/admin/transactions?state=refunded',
    'log, newest': '/admin/audit',
    'log, one action': '/admin/audit?action=user.disabled',
    'log, one person': '/admin/audit?person=bench',
  }
  const times = new Map([['baseline', [] as number[]], ...Object.keys(calls).map((name) => [name, [] as number[]] as const)])
  // The calls alternate, so that other load affects all of them equally. The first rounds warm up.
  for (let round = -5; round < rounds; round++) {
    const baseline = await time('/me')
    if (round >= 0) times.get('baseline')?.push(baseline)
    for (const [name, path] of Object.entries(calls)) {
      const took = await time(path)
      if (round >= 0) times.get(name)?.push(took)
    }
  }
  const baseline = median(times.get('baseline') ?? [])
  process.stdout.write(`\n${rows} people, ${rows} entries in the log, ${rows} transactions; GET /me takes ${baseline.toFixed(1)} ms (goal: ratio ≤ ${goal})\n`)
  const results = Object.keys(calls).map((name) => ({ name, ms: median(times.get(name) ?? []) }))
  for (const { name, ms } of results) process.stdout.write(`  ${name.padEnd(34)} ${ms.toFixed(1).padStart(6)} ms   ratio ${(ms / baseline).toFixed(1)}\n`)
  if (results.some(({ ms }) => ms / baseline > goal)) process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  await rm(dataDir, { recursive: true })
}
