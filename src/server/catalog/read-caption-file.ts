import { describeForText } from '#contract/kit/media/foreign-files.ts'
import { findKind } from '#server/platform/file-kind.ts'
import { inField } from '#server/platform/too-costly.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import { parseCaptions, type CaptionFile, type ParsedCaptions } from './parse-captions.ts'

const file = new URL('parse-captions.ts', import.meta.url)
/** A video of some minutes; shorter files are read in this process, within milliseconds. */
const shortBytes = 20_000

/** Captions of a user, if they are long read in a worker process. Throws TextTooCostly with the field `file`. */
export async function readCaptionFile(userId: string, captions: CaptionFile): Promise<ParsedCaptions> {
  const kind = await findKind(captions.bytes)
  const mistake = kind && describeForText(kind, 'SRT atau VTT')
  if (mistake) return { outcome: 'rejected', message: mistake }
  return captions.bytes.byteLength <= shortBytes
    ? parseCaptions(captions)
    : inField('file', parseInWorker<typeof parseCaptions>(userId, file, 'parseCaptions', captions))
}
