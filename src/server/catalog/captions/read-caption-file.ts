import { inField } from '#server/platform/too-costly.ts'
import { parseInWorker } from '#server/platform/work/worker-pool.ts'
import { parseCaptions, type CaptionFile, type ParsedCaptions } from './parse-captions.ts'

const file = new URL('parse-captions.ts', import.meta.url)
/** A video of some minutes; shorter files are read in this process, within milliseconds. */
const shortBytes = 20_000

/** Captions of a user, if they are long read in a worker process. Throws TextTooCostly with the field `file`. */
export const readCaptionFile = async (userId: string, captions: CaptionFile): Promise<ParsedCaptions> =>
  captions.bytes.byteLength <= shortBytes
    ? parseCaptions(captions)
    : inField('file', parseInWorker<typeof parseCaptions>(userId, file, 'parseCaptions', captions))
