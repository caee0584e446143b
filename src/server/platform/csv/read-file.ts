import { describeForText } from '#contract/kit/media/foreign-files.ts'
import { findKind } from '#server/platform/file-kind.ts'
import { readText } from '#server/platform/read-text.ts'
import { inField } from '#server/platform/too-costly.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import { parseCsv, type CsvTable } from './read-csv.ts'

const file = new URL('read-csv.ts', import.meta.url)
/** A list of some hundred people; shorter ones are read in this process, within milliseconds. */
const shortCsv = 20_000

/** The text of an uploaded CSV, or the sentence that says what the file is instead. */
export async function readCsvText(file: Blob): Promise<{ text: string } | { mistake: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = await findKind(bytes)
  const mistake = kind && describeForText(kind, 'CSV')
  if (mistake) return { mistake }
  const text = readText(bytes)
  return text === null
    ? { mistake: 'Berkas ini bukan CSV. Simpan tabelnya sebagai CSV (UTF-8), lalu pilih lagi.' }
    : { text }
}

/** CSV of a user, if it is long read in a worker process. Throws TextTooCostly with the field. */
export const readCsv = async ({ userId, field }: { userId: string; field: string }, text: string): Promise<CsvTable> =>
  text.length <= shortCsv
    ? parseCsv(text)
    : inField(field, parseInWorker<typeof parseCsv>(userId, file, 'parseCsv', text))
