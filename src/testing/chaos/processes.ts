import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { dayMs } from '#contract/kit/durations.ts'
import { systemEnvironment } from '#testing/processes/environment.ts'
import type { Sql } from '#testing/sql.ts'

export const coursesPerStudent = 4

const project = join(import.meta.dirname, '../../..')

/** Starts a file of this folder, of another version of the product where `root` is given, and waits until it is ready. */
export async function startProcess(file: string, options: object, root = project): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'src/testing/chaos', file)], {
    env: { ...systemEnvironment(), CHAOS: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

export type Student = { token: string; courseIds: string[]; /** Holds the first two of them. */ bundleId: string }

/** Students with sessions, courses of one lesson, of which the first has two earners, and a bundle of the first two. Inserts rows directly, to avoid hashing hundreds of passwords. */
export async function seedStudents(sql: Sql, count: number): Promise<Student[]> {
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 30 * dayMs)
  const [teacher] = await sql`insert into users (id, name, email, role, created_at)
    values (gen_random_uuid(), 'Pengajar', 'pengajar@contoh.id', 'instructor', ${now}) returning id`
  const [colleague] = await sql`insert into users (id, name, email, role, created_at)
    values (gen_random_uuid(), 'Rekan', 'rekan@contoh.id', 'instructor', ${now}) returning id`
  const [category] =
    await sql`insert into categories (id, name, slug, group_name) values (gen_random_uuid(), 'Chaos', 'chaos', 'programming') returning id`
  const courses =
    await sql`insert into courses (id, status, title, tagline, description, level, category_id, price_idr, discount_percent, instructor_id, published_at, created_at, updated_at)
    select gen_random_uuid(), 'published', 'Kelas ' || n, 'Belajar sambil mencoba', 'Kelas untuk mencoba segala sesuatu.', 'Pemula', ${category?.['id']}, 50000 + n * 10000, n * 5, ${teacher?.['id']}, ${now}, ${now}, ${now}
    from generate_series(1, ${coursesPerStudent}) as n returning id`
  const courseIds = courses.map((row) => row['id'] as string)
  await sql`insert into course_instructors (course_id, user_id, position, share_percent)
    values (${courseIds[0]}, ${teacher?.['id']}, 0, 47), (${courseIds[0]}, ${colleague?.['id']}, 1, 21)`
  const [bundle] =
    await sql`insert into bundles (id, slug, title, description, price_idr, status, created_at, updated_at)
    values (gen_random_uuid(), 'chaos', 'Paket chaos', '', 88000, 'published', ${now}, ${now}) returning id`
  const bundleId = bundle?.['id'] as string
  await sql`insert into bundle_items (bundle_id, position, kind, item_id) values (${bundleId}, 0, 'course', ${courseIds[0]}), (${bundleId}, 1, 'course', ${courseIds[1]})`
  // A course without lessons is not sold.
  await sql`insert into contents (id, course_id, title, position, type, body_html, created_at, updated_at)
    select gen_random_uuid(), id, 'Materi', 0, 'text', '<p>Isi</p>', ${now}, ${now} from courses`
  const tokens = Array.from({ length: count }, () => randomBytes(24).toString('base64url'))
  const people = await sql`insert into users (id, name, email, role, created_at)
    select gen_random_uuid(), 'Siswa ' || n, 'siswa' || n || '@contoh.id', 'student', ${now} from generate_series(1, ${count}) as n returning id`
  const sessions = people.map((person, index) => ({
    user_id: person['id'] as string,
    hash: createHash('sha256')
      .update(tokens[index] ?? '')
      .digest('hex'),
  }))
  await sql`insert into sessions (id, token_hash, user_id, created_at, last_used_at, expires_at)
    select gen_random_uuid(), decode(s.hash, 'hex'), s.user_id, ${now}, ${now}, ${expiresAt} from jsonb_to_recordset(${JSON.stringify(sessions)}) as s (user_id uuid, hash text)`
  return tokens.map((token) => ({ token, courseIds, bundleId }))
}
