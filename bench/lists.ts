import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate, openDatabase } from '#server/database/index.ts'
import { hashPassword } from '#server/identity/passwords/password.ts'

// How quick the staff's lists stay when they are long, against the cheapest call that needs a session (`GET /me`) in the same run.
// Machines are noisy: only the ratios mean something.

const rows = Number(process.argv[2] ?? 10_000)
const rounds = 40
const port = 3192
const origin = `http://127.0.0.1:${port}/api`
const account = { email: 'bench@contoh.id', password: 'ukur-ukuran-9' }

// Goal: a page of a long list costs no more than this many of the cheapest calls.
const goal = 10

async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    await migrate(database)
    const passwordHash = await hashPassword(account.password)
    await database.query.execute(sql`
      insert into users (id, name, email, role, created_at)
      select gen_random_uuid(), 'Orang ' || (array['Sari', 'Budi', 'Wulan', 'Made', 'Ucok'])[1 + n % 5] || ' ' || n, 'orang' || n || '@contoh.id', 'student',
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${rows}) as n`)
    await database.query.execute(sql`
      insert into users (id, name, email, role, password_hash) values (gen_random_uuid(), 'Admin Ukur', ${account.email}, 'admin', ${passwordHash})`)
    await database.query.execute(sql`
      insert into audit_entries (id, happened_at, actor_id, action, subject_kind, subject_id)
      select gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute', (select id from users where email = ${account.email}),
        (array['user.created', 'user.disabled', 'settings.saved'])[1 + n % 3], 'user', gen_random_uuid()::text
      from generate_series(1, ${rows}) as n`)
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
  const answer = await fetch(`${origin}/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(account) })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-lists-'))
await fill(dataDir)
const child = spawn(process.execPath, ['src/server/main.ts'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const headers = { authorization: `Bearer ${await signIn()}` }
  const time = async (path: string): Promise<number> => {
    const began = performance.now()
    const answer = await fetch(origin + path, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    await answer.arrayBuffer()
    return performance.now() - began
  }
  const calls = {
    'students, newest': '/admin/students',
    'students, by name': '/admin/students?sort=name',
    'students, last page': `/admin/students?page=${Math.floor(rows / 20)}`,
    'students, search': '/admin/students?q=wulan',
    'students, search without answer': '/admin/students?q=zzzz',
    'log, newest': '/admin/audit',
    'log, one action': '/admin/audit?action=user.disabled',
    'log, one person': '/admin/audit?person=bench',
  }
  const times = new Map([['floor', [] as number[]], ...Object.keys(calls).map((name) => [name, [] as number[]] as const)])
  // In turns, so that whatever else the machine does meets all alike; the first rounds warm up.
  for (let round = -5; round < rounds; round++) {
    const floor = await time('/me')
    if (round >= 0) times.get('floor')?.push(floor)
    for (const [name, path] of Object.entries(calls)) {
      const took = await time(path)
      if (round >= 0) times.get(name)?.push(took)
    }
  }
  const floor = median(times.get('floor') ?? [])
  process.stdout.write(`\n${rows} people, ${rows} entries in the log; GET /me takes ${floor.toFixed(1)} ms (goal: ratio ≤ ${goal})\n`)
  const results = Object.keys(calls).map((name) => ({ name, ms: median(times.get(name) ?? []) }))
  for (const { name, ms } of results) process.stdout.write(`  ${name.padEnd(34)} ${ms.toFixed(1).padStart(6)} ms   ratio ${(ms / floor).toFixed(1)}\n`)
  if (results.some(({ ms }) => ms / floor > goal)) process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  await rm(dataDir, { recursive: true })
}
