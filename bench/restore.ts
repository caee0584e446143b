import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '#testing/sql.ts'
import { print, report } from './support/measure.ts'
import { connect, makeFolder, runPostgres } from './support/resources.ts'

// Fills a PostgreSQL with pictures and a folder with videos, and runs `npm run restore:drill` while rows are written.

const pictureBytes = 200_000
const videoBytes = 50_000_000
const drillCommand = join(import.meta.dirname, '..', 'src/server/process/commands/restore-drill.ts')

type Options = { megabytes: number; 'video-megabytes': number }

export async function run({ megabytes, 'video-megabytes': videoMegabytes }: Options): Promise<void> {
  await using server = await runPostgres()
  await using folder = await makeFolder()
  await using sql = connect(server.url)
  const dataDir = join(folder.path, 'data')
  await fillPictures(sql, megabytes * 1e6)
  await fillVideos(sql, dataDir, videoMegabytes * 1e6)
  const stopping = new AbortController()
  const writing = writeUsers(sql, stopping.signal)
  const drill = spawn(process.execPath, [drillCommand, '--folder', folder.path], {
    env: { ...process.env, DATABASE_URL: server.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(drill, 'exit')) as [number | null]
  stopping.abort()
  print(`${(await writing).toLocaleString('en')} rows written meanwhile`)
  report(code === 0, `the drill exited with ${code}`)
}

async function fillPictures(sql: Sql, bytes: number): Promise<void> {
  const id = randomUUID()
  await sql`insert into uploads (id, kind, width, height, created_at) values (${id}, 'article', 1, 1, '2026-11-01')`
  for (let width = 1; width * pictureBytes < bytes; width++)
    await sql`insert into upload_files (upload_id, width, bytes) values (${id}, ${width}, ${randomBytes(pictureBytes)})`
  const [row] = await sql<{ size: string }>`select pg_size_pretty(pg_database_size(current_database())) as size`
  print(`database of ${row?.size}`)
}

async function fillVideos(sql: Sql, dataDir: string, bytes: number): Promise<void> {
  await mkdir(join(dataDir, 'media'), { recursive: true, mode: 0o700 })
  const videos = Math.round(bytes / videoBytes)
  for (let made = 0; made < videos; made++) {
    const id = randomUUID()
    await writeFile(join(dataDir, 'media', id), randomBytes(videoBytes))
    await sql`insert into media_files (id, bytes, content_type, duration_seconds, created_at)
      values (${id}, ${videoBytes}, 'video/mp4', 600, '2026-11-01')`
  }
  print(`${videos} videos of ${videoBytes / 1e6} MB`)
}

/** Inserts users one after another until it is aborted. Returns how many. */
async function writeUsers(sql: Sql, signal: AbortSignal): Promise<number> {
  let written = 0
  for (; !signal.aborted; written++)
    await sql`insert into users (id, name, email, role, created_at)
      values (gen_random_uuid(), 'Siswa', ${`${written}@contoh.id`}, 'student', '2026-11-01')`
  return written
}
