import { sql } from 'drizzle-orm'
import { migrate, openDatabase, type Database } from '#server/platform/database/index.ts'
import { createPasswords } from '#server/identity/sign-in/password.ts'
import { median, print, report, timeOf } from './support/measure.ts'
import { call, runProduct, signIn } from './support/resources.ts'

// The embedded database; `scale` measures the same lists on PostgreSQL. GET /me is the cheapest call with a session. Only the ratios
// are comparable between machines.

const rounds = 40
const submissionCourses = 50
/** The maximum ratio of a list page to GET /me. */
const goal = 10
const categoryId = '00000000-0000-7000-8000-000000000002'
const courseId = '00000000-0000-7000-8000-000000000001'
const password = 'ukur-ukuran-9'
const [adminEmail, instructorEmail] = ['admin@contoh.id', 'instructor@contoh.id']

export async function run({ rows }: { rows: number }): Promise<void> {
  await using product = await runProduct({ DEMO: 'off' }, (dataDir) => fill(dataDir, rows))
  const { origin } = product
  const admin = await signIn(origin, adminEmail, password)
  const instructor = await signIn(origin, instructorEmail, password)
  const asAdmin = (path: string) => () => call(origin, path, { token: admin })
  const asInstructor = (path: string) => () => call(origin, path, { token: instructor })
  const lastPage = `page=${Math.floor(rows / 20)}`
  const calls = {
    'GET /me': asAdmin('/me'),
    'students, newest': asAdmin('/admin/students'),
    'students, by name': asAdmin('/admin/students?sort=name'),
    'students, last page': asAdmin(`/admin/students?${lastPage}`),
    'students, search': asAdmin('/admin/students?q=wulan'),
    'students, search without result': asAdmin('/admin/students?q=zzzz'),
    'students of a course, by name': asAdmin(`/courses/${courseId}/students`),
    'students of a course, by progress': asAdmin(`/courses/${courseId}/students?sort=-progress`),
    'students of a course, search': asAdmin(`/courses/${courseId}/students?q=wulan`),
    'transactions, newest': asAdmin('/admin/transactions'),
    'transactions, by amount': asAdmin('/admin/transactions?sort=-amount'),
    'transactions, last page': asAdmin(`/admin/transactions?${lastPage}`),
    'transactions, search': asAdmin('/admin/transactions?q=wulan'),
    'transactions, invoice': asAdmin('/admin/transactions?q=INV/2026/11/000123'),
    'transactions, one state': asAdmin('/admin/transactions?state=refunded'),
    'log, newest': asAdmin('/admin/audit'),
    'log, one action': asAdmin('/admin/audit?action=user.disabled'),
    'log, one person': asAdmin('/admin/audit?person=admin'),
    'submissions of an instructor': asInstructor('/admin/submissions'),
    'submissions, accepted': asInstructor('/admin/submissions?status=accepted'),
    'submissions of all instructors': asAdmin('/admin/submissions'),
    'number of waiting submissions': asInstructor('/admin/waiting-submissions'),
  }
  const measured = Object.entries(calls).map(([name, call]) => ({ name, call, times: [] as number[] }))
  // The calls alternate, so that other load affects all of them equally. The first rounds warm up.
  for (let round = -5; round < rounds; round++) {
    for (const { call, times } of measured) {
      const ms = await timeOf(call)
      if (round >= 0) times.push(ms)
    }
  }
  const baseline = median(measured[0]?.times ?? [])
  print(`${rows} rows of each kind (goal: ratio ≤ ${goal})`)
  for (const { name, times } of measured) {
    const ms = median(times)
    const ratio = ms / baseline
    report(ratio <= goal, `${name.padEnd(34)} ${ms.toFixed(1).padStart(6)} ms   ratio ${ratio.toFixed(1)}`)
  }
}

async function fill(dataDir: string, rows: number): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    await migrate(database)
    await fillCourse(database, rows)
    await fillSales(database, rows)
    await fillSubmissions(database)
    await database.query.execute(sql`analyze`)
  } finally {
    await database.close()
  }
}

/** An admin, an instructor, students, a course that all of them take, and an audit log. */
async function fillCourse({ query }: Database, rows: number): Promise<void> {
  const passwordHash = await createPasswords().hash(password)
  await query.execute(sql`
    insert into users (id, name, email, role, created_at)
    select gen_random_uuid(), 'Orang ' || (array['Sari', 'Budi', 'Wulan', 'Made', 'Ucok'])[1 + n % 5] || ' ' || n,
      'orang' || n || '@contoh.id', 'student', timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${rows}) as n`)
  await query.execute(sql`
    insert into users (id, name, email, role, password_hash, created_at)
    select gen_random_uuid(), 'Pengukur', role || '@contoh.id', role, ${passwordHash}, now()
    from unnest(array['admin', 'instructor']) as role`)
  await query.execute(sql`
    insert into audit_entries (id, happened_at, actor_id, action, subject_kind, subject_id)
    select gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute',
      (select id from users where email = ${adminEmail}),
      (array['user.created', 'user.disabled', 'settings.saved'])[1 + n % 3], 'user', gen_random_uuid()::text
    from generate_series(1, ${rows}) as n`)
  await query.execute(sql`
    insert into categories (id, name, slug, group_name, position) values (${categoryId}::uuid, 'Ukur', 'ukur', 'programming', 0)`)
  await query.execute(sql`
    insert into courses (id, status, title, tagline, description, category_id, instructor_id, price_idr, student_count,
      published_at, created_at, updated_at)
    select ${courseId}::uuid, 'published', 'Kelas Ukur', 'Untuk diukur', 'Untuk diukur saja', ${categoryId}::uuid, id, 100000,
      ${rows}, now(), now(), now()
    from users where email = ${adminEmail}`)
  await query.execute(sql`
    insert into contents (id, course_id, position, title, type, youtube_id, created_at, updated_at)
    select gen_random_uuid(), ${courseId}::uuid, n, 'Materi ' || n, 'video', 'DHjqpvDnNGE', now(), now()
    from generate_series(0, 4) as n`)
  await query.execute(sql`
    insert into enrollments (user_id, course_id, source_ref, granted_at, last_accessed_at)
    select id, ${courseId}::uuid, 'staff:' || id, created_at, created_at + interval '1 day' from users where role = 'student'`)
  await query.execute(sql`
    insert into completions (user_id, course_id, content_id, completed_at)
    select e.user_id, e.course_id, c.id, e.granted_at from enrollments e join contents c on c.course_id = e.course_id
    where c.position < ascii(right(e.user_id::text, 1)) % 6`)
}

async function fillSales({ query }: Database, rows: number): Promise<void> {
  // The triggers of payments are not measured here.
  await query.execute(sql`alter table transactions disable trigger user`)
  await query.execute(sql`
    insert into transactions (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr,
      discount_percent, amount_idr, order_id, state, paid_at, paid_amount_idr, created_at, updated_at)
    select gen_random_uuid(), id, 'course', ${courseId}::uuid, 'Kelas Ukur', name, email, 100000, 0, 100000,
      'KLS-' || lpad(row_number() over (order by created_at)::text, 26, '0'), 'paid', created_at, 100000, created_at, created_at
    from users where role = 'student' limit ${rows}`)
  await query.execute(sql`
    insert into invoices (transaction_id, number, issued_at, seller, buyer, lines, tax_base_idr, tax_idr, total_idr)
    select id, 'INV/2026/11/' || right(order_id, 6), paid_at, '{}', '{}', '[]', 100000, 0, 100000 from transactions`)
}

/** Every student submits once in one of fifty courses; the first two belong to the instructor. */
async function fillSubmissions({ query }: Database): Promise<void> {
  await query.execute(sql`
    insert into courses (id, status, title, tagline, description, category_id, instructor_id, price_idr, published_at,
      created_at, updated_at)
    select gen_random_uuid(), 'published', 'Tugas ' || n, 'Untuk diukur', 'Untuk diukur', ${categoryId}::uuid,
      (select id from users where role = case when n <= 2 then 'instructor' else 'admin' end), 0, now(), now(), now()
    from generate_series(1, ${submissionCourses}) as n`)
  await query.execute(sql`
    insert into contents (id, course_id, position, title, type, body_html, created_at, updated_at)
    select gen_random_uuid(), id, 0, 'Tugas', 'assignment', '<p>Tugas</p>', now(), now() from courses where id <> ${courseId}::uuid`)
  const numbered = sql`(select id, row_number() over (order by id) as n from users where role = 'student') as student
    join (select id, row_number() over (order by title) - 1 as n from courses where id <> ${courseId}::uuid) as course
      on course.n = student.n % ${submissionCourses}`
  await query.execute(sql`
    insert into enrollments (user_id, course_id, source_ref, granted_at)
    select student.id, course.id, 'staff:' || student.id, now() from ${numbered}`)
  await query.execute(sql`
    insert into submissions (id, user_id, course_id, content_id, number, status, text, submitted_at, reviewed_at, comment, scores)
    select gen_random_uuid(), student.id, course.id, contents.id, 1, state, 'Jawaban',
      timestamptz '2026-01-01' + student.n * interval '1 minute', case when state <> 'waiting' then now() end,
      case when state <> 'waiting' then 'Baik' end, case when state <> 'waiting' then '[]'::jsonb end
    from ${numbered} join contents on contents.course_id = course.id
    cross join lateral (select (array['waiting', 'revise', 'accepted'])[1 + student.n % 3] as state) as states`)
}
