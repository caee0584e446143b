import type { ImportedItem } from '#contract/moving/course-format.ts'
import { runInWorker, WorkerCrashed } from '#server/platform/work/worker-pool.ts'
import { TextTooCostly } from '#server/platform/too-costly.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { CourseFiles } from './course-files.ts'
import type { ReadOptions } from './foreign/course-builder.ts'
import type { ForeignCourse, readForeignCourse } from './foreign/read-foreign.ts'
import { mayBeForeign } from './foreign/unpack.ts'
import { importFiles, type ImportOptions, type ImportOutcome } from './reading/import-files.ts'
import { mistakeList, type Mistakes } from './reading/mistakes.ts'
import type { ForeignSource } from './reading/read-course.ts'
import { readZip } from './reading/read-zip.ts'
import type { StoreDeps } from './reading/store-course.ts'

const reader = new URL('foreign/read-foreign.ts', import.meta.url)

type ReadArchive = {
  files: CourseFiles
  /** Null for the product's own zip. */
  foreign: ForeignSource | null
  report: ImportedItem[]
  /** Found in quizzes. */ essays: number
}

/**
 * The files of a course from an archive of any known format: the product's own zip, a Common Cartridge, or a Moodle backup. The report
 * says what became of each item of another platform; it is empty for the product's own. It is complete once the files were imported.
 */
export async function readArchive(
  bytes: Buffer,
  mistakes: Mistakes,
  options: ReadOptions = { essaysAsAssignments: false },
): Promise<ReadArchive> {
  const foreign: ForeignCourse = isSurelyOwn(bytes) ? { outcome: 'own' } : await readForeign(bytes, options)
  if (foreign.outcome === 'own') return { ...nothing, files: await readZip(bytes, mistakes) }
  if (foreign.outcome === 'read') {
    const { course, files, report, essays } = foreign
    return {
      files: new Map(
        files.map(([path, content]) => [path, Buffer.from(content.buffer, content.byteOffset, content.byteLength)]),
      ),
      foreign: { course, leaveOut: leavingOutOf(report) },
      report,
      essays,
    }
  }
  const { file, line } = foreign.at ?? { file: 'arsip', line: 1 }
  mistakes.report(file, line, foreign.message)
  return nothing
}

const nothing: ReadArchive = { files: new Map(), foreign: null, report: [], essays: 0 }

/** Corrects what the report says of a lesson. */
function leavingOutOf(report: ImportedItem[]): ForeignSource['leaveOut'] {
  return (title, what, reason) => {
    const item = report.find(
      ({ name, kind, outcome }) => name === title && kind !== 'question' && outcome !== 'refused',
    )
    const outcome = what === 'lesson' ? 'refused' : 'changed'
    if (what === 'course') return void report.push({ name: title, kind: 'settings', outcome, note: reason })
    const note = what === 'lesson' || !item?.note ? reason : `${item.note}; ${reason}`
    if (item) Object.assign(item, { outcome, note })
    else report.push({ name: title, kind: 'page', outcome, note })
  }
}

/** Saves the start of a worker for what needs none, also for what is no archive at all. */
const isSurelyOwn = (bytes: Buffer): boolean => !mayBeForeign(bytes)

/** Only what a worker process can be sent: callers have more in their options. */
async function readForeign(bytes: Buffer, { essaysAsAssignments }: ReadOptions): Promise<ForeignCourse> {
  try {
    return await runInWorker<typeof readForeignCourse>('courses', reader, 'readForeignCourse', {
      bytes,
      essaysAsAssignments,
    })
  } catch (error) {
    if (!(error instanceof TextTooCostly || error instanceof WorkerCrashed)) throw error
    return {
      outcome: 'refused',
      message: 'Arsip ini terlalu rumit untuk dibaca. Ekspor kelasnya dalam beberapa bagian',
    }
  }
}

export type ImportArchiveDeps = StoreDeps & { database: Database }

export async function importArchive(
  deps: ImportArchiveDeps,
  bytes: Buffer,
  options: ImportOptions & ReadOptions,
): Promise<ImportOutcome> {
  const mistakes = mistakeList()
  const { files, foreign, report, essays } = await readArchive(bytes, mistakes, options)
  const imported = await importFiles(deps, { ...options, files, mistakes, foreign })
  return imported.outcome === 'done' && report.length > 0
    ? { ...imported, summary: { ...imported.summary, report, essays } }
    : imported
}
