import type { Logger } from 'pino'
import type { Download } from '#contract/kit/endpoint.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import { slugOf } from '#contract/kit/text/slug.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CsvOutput } from '#server/platform/csv/index.ts'
import type { Commerce } from '#server/commerce/index.ts'
import { pagesOf, type Database } from '#server/platform/database/index.ts'
import { streamDownload, type Viewer } from '#server/platform/http/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import { exportInTurn } from './course-format.ts'
import type { ExportDeps } from './export-course.ts'
import { writeZip } from '#server/platform/write-zip.ts'
import { writePeople } from './write-people.ts'

export type ExportAllDeps = ExportDeps & {
  database: Database
  audit: Audit
  clock: Clock
  log: Logger
  csv: CsvOutput
  catalog: Catalog
  identity: Identity
  learning: Learning
  commerce: Commerce
}

/** A file of the export; its content is made when its turn comes. */
export type ExportedFile = { path: string; read: () => AsyncIterable<string | Uint8Array> }
type Options = { /** For an operator: whoever has them can try passwords on them. */ withPasswords: boolean }

/** All that another installation can import: courses as files, people with their enrolments as CSV; and orders for the bookkeeping. */
export async function listAll(deps: ExportAllDeps, viewer: Viewer, options: Options): Promise<ExportedFile[]> {
  const files: ExportedFile[] = []
  for await (const { id, title } of listCourses(deps.catalog)) {
    const path = `courses/${String(files.length + 1).padStart(4, '0')}-${slugOf(title, { maximum: 60, fallback: 'kelas' })}.zip`
    files.push({ path, read: () => readCourse(deps, viewer, id) })
  }
  return [
    ...files,
    { path: 'people.csv', read: () => writePeople(deps, options) },
    { path: 'orders.csv', read: () => deps.commerce.readOrdersCsv() },
  ]
}

/** The same as one zip, which is made while it is sent. It holds personal data, so it is recorded in the audit log. */
export async function downloadAll(deps: ExportAllDeps, admin: Viewer): Promise<Download> {
  const files = await listAll(deps, admin, { withPasswords: false })
  const details = { files: files.length }
  await deps.database.transaction((tx) =>
    deps.audit.record(tx, {
      actorId: admin.id,
      action: 'site.exported',
      subjectId: 'all',
      details,
    }),
  )
  return streamDownload(`ekspor-${jakartaDay(deps.clock.now())}.zip`, 'application/zip', logged(zipOf(files), deps.log))
}

const coursesAtOnce = 500

async function* listCourses(catalog: Catalog): AsyncGenerator<{ id: string; title: string }> {
  const read = (after: { id: string } | null, limit: number) => catalog.readCourseTitles(after?.id ?? null, limit)
  for await (const page of pagesOf(coursesAtOnce, read)) yield* page
}

/** Empty for a course that was deleted meanwhile. */
async function* readCourse(deps: ExportAllDeps, viewer: Viewer, courseId: string): AsyncGenerator<Uint8Array> {
  const course = await exportInTurn(deps, viewer, courseId)
  if (course) yield* course.chunks
}

/** Courses are packed already. */
export const zipOf = (files: readonly ExportedFile[]) =>
  writeZip(files.map((file) => ({ ...file, compress: !file.path.endsWith('.zip') })))

/** The response has started, so the client only sees that it ends early. */
async function* logged(chunks: AsyncIterable<Uint8Array>, log: Logger): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    log.error({ err: error }, 'an export of the whole site failed')
    throw error
  }
}
