import type { ImportedItem } from '#contract/moving/course-format.ts'
import { isCartridge, readCartridge } from './cartridge.ts'
import type { ReadOptions } from './course-builder.ts'
import { titleOf } from './fit.ts'
import { isMoodleBackup, readMoodle } from './moodle.ts'
import { UnreadableXml } from '#server/platform/xml.ts'
import { Refused } from './refused.ts'
import { isGzip, unpack } from './unpack.ts'

export type ForeignCourse =
  | {
      outcome: 'read'
      course: Record<string, unknown>
      files: [string, Uint8Array][]
      report: ImportedItem[]
      /** Found in quizzes. */ essays: number
    }
  | { outcome: 'own' }
  | {
      outcome: 'refused'
      message: string
      /** Where, if it is in one file of the archive. */ at?: { file: string; line: number }
    }

/** Items of a report; a longer one ends with how many more there are. */
const maximumReport = 5_000
const rest = (left: readonly ImportedItem[]): ImportedItem => ({
  name: `${left.length.toLocaleString('id-ID')} butir lain`,
  kind: 'heading',
  outcome: 'changed',
  note: `${left.every(isWhole) ? 'ikut seluruhnya, ' : ''}tidak ditulis satu per satu`,
})
const isWhole = ({ outcome }: ImportedItem): boolean => outcome === 'imported'

/** A report of a length that is stored and shown. What came whole is left out first. */
export function shortReport(report: readonly ImportedItem[], maximum = maximumReport): ImportedItem[] {
  if (report.length <= maximum) return [...report]
  const told = [...report.filter((item) => !isWhole(item)), ...report.filter(isWhole)].slice(0, maximum - 1)
  const kept = new Set(told)
  return [...report.filter((item) => kept.has(item)), rest(report.filter((item) => !kept.has(item)))]
}

const unusable = ({ name, problem }: { name: string; problem: string }): ImportedItem => ({
  name: titleOf(name),
  kind: 'file',
  outcome: 'refused',
  note: problem,
})

const unknownArchive =
  'Arsip ini bukan cadangan Moodle (moodle_backup.xml tidak ada) dan bukan Common Cartridge (imsmanifest.xml tidak ada)'

/** The formats of other platforms. A further one is a reader and a line here. */
const readers = [
  { matches: isCartridge, read: readCartridge },
  { matches: isMoodleBackup, read: readMoodle },
]

/**
 * Reads the archive of another platform into the files of a course. Runs in a worker process. `own` is a zip with `course.yaml`, or one
 * that nobody knows, which the reader of course files describes.
 */
export async function readForeignCourse({
  bytes,
  ...options
}: { bytes: Uint8Array } & ReadOptions): Promise<ForeignCourse> {
  try {
    const unpacked = await unpack(Buffer.from(bytes))
    if (unpacked === null) return { outcome: 'own' }
    const { archive, leftOut } = unpacked
    const reader = readers.find(({ matches }) => matches(archive))
    if (!reader) return isGzip(bytes) ? { outcome: 'refused', message: unknownArchive } : { outcome: 'own' }
    const { course, files, report: items, essays } = await reader.read(archive, options)
    const report = [...items, ...leftOut.map(unusable)]
    return {
      outcome: 'read',
      course,
      files: [...files],
      essays,
      report: shortReport(report),
    }
  } catch (error) {
    if (error instanceof UnreadableXml)
      return { outcome: 'refused', message: error.problem, at: { file: error.file, line: error.line } }
    if (error instanceof Refused) return { outcome: 'refused', message: error.message }
    throw error
  }
}
