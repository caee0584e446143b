import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../src/testing/postgres/start-postgres.ts'
import { openSql } from '../src/testing/sql.ts'

// Fills a PostgreSQL with pictures and a folder with videos, writes to the database all the time, and runs `npm run restore:drill` meanwhile.
//   npm run bench:restore -- --megabytes 1000 --video-megabytes 1000

const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '1000' }, 'video-megabytes': { type: 'string', default: '1000' } } })
const megabytes = Number(values.megabytes)
const pictureBytes = 200_000
const videoBytes = 50_000_000
const root = join(import.meta.dirname, '..')

const server = await startPostgres()
const { url: databaseUrl } = server
const folder = await mkdtemp(join(tmpdir(), 'cendaki-bench-restore-'))
const dataDir = join(folder, 'data')
const sql = openSql(databaseUrl, { max: 2 })
const stopping = new AbortController()
try {
  await sql`insert into uploads (id, kind, width, height, created_at) values (gen_random_uuid(), 'article', 1, 1, '2026-11-01')`
  const [upload] = await sql`select id from uploads`
  for (let width = 1; width * pictureBytes < megabytes * 1e6; width++)
    await sql`insert into upload_files (upload_id, width, bytes) values (${upload?.['id']}, ${width}, ${randomBytes(pictureBytes)})`
  const [size] = await sql`select pg_size_pretty(pg_database_size(current_database())) as size`
  await mkdir(join(dataDir, 'media'), { recursive: true, mode: 0o700 })
  const videos = Math.round((Number(values['video-megabytes']) * 1e6) / videoBytes)
  for (let made = 0; made < videos; made++) {
    const id = randomUUID()
    await writeFile(join(dataDir, 'media', id), randomBytes(videoBytes))
    await sql`insert into media_files (id, bytes, content_type, duration_seconds, created_at) values (${id}, ${videoBytes}, 'video/mp4', 600, '2026-11-01')`
  }
  process.stdout.write(`database  ${size?.['size']}\nvideos    ${videos} of ${videoBytes / 1e6} MB\n`)
  let written = 0
  const writing = (async () => {
    for (; !stopping.signal.aborted; written++)
      await sql`insert into users (id, name, email, role, created_at) values (gen_random_uuid(), 'Siswa', ${`${written}@contoh.id`}, 'student', '2026-11-01')`
  })()
  const drill = spawn(process.execPath, [join(root, 'src/server/process/commands/restore-drill.ts'), '--folder', folder], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(drill, 'exit')) as [number | null]
  stopping.abort()
  await writing
  process.stdout.write(`written   ${written.toLocaleString('en')} rows meanwhile\n`)
  process.exitCode = code ?? 1
} finally {
  await sql.end()
  await rm(folder, { recursive: true, force: true })
  await server.stop()
}
