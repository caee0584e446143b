import {
  BlobSource,
  BufferTarget,
  Conversion,
  Input,
  MATROSKA,
  MP4,
  Mp4InputFormat,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMInputFormat,
} from 'mediabunny'
import { rejectVideo, videoMessages } from '#contract/kit/media/video.ts'

/** A video that can be uploaded, or the sentence that says why not. */
export type PreparedVideo =
  | { outcome: 'ready'; video: Blob; seconds: number }
  | { outcome: 'rejected'; message: string }

/** A rewritten file is built in memory. A larger one is uploaded as it is: it plays, too, with one more request at its start. */
const maximumRewriteBytes = 400 * 1024 * 1024

/** Checks a video as the server will, and moves its index to the beginning. `onProgress` is called with 0 to 1 while it is rewritten. */
export async function prepareVideo(file: File, onProgress: (share: number) => void): Promise<PreparedVideo> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, WEBM, QTFF, MATROSKA] })
  try {
    if (!(await input.canRead())) return { outcome: 'rejected', message: videoMessages.notVideo }
    const format = await input.getFormat()
    const isMp4 = format instanceof Mp4InputFormat
    const track = await input.getPrimaryVideoTrack()
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
    const message = rejectVideo({
      container: isMp4 ? 'mp4' : format instanceof WebMInputFormat ? 'webm' : 'other',
      video: track ? await track.getCodec() : 'none',
      profile: (await track?.getCodecParameterString()) ?? null,
      audio: await Promise.all((await input.getAudioTracks()).map((sound) => sound.getCodec())),
      seconds,
    })
    if (message !== null) return { outcome: 'rejected', message }
    const needsRewrite = isMp4 && file.size <= maximumRewriteBytes && (await isIndexLast(file))
    return { outcome: 'ready', seconds, video: needsRewrite ? await rewrite(input, file, onProgress) : file }
  } catch {
    // The parser throws for anything that contradicts the format.
    return { outcome: 'rejected', message: videoMessages.incomplete }
  } finally {
    input.dispose()
  }
}

/** Copies the tracks without encoding them again. A video of which a track could not be copied stays as it is. */
async function rewrite(input: Input, file: File, onProgress: (share: number) => void): Promise<Blob> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const conversion = await Conversion.init({ input, output, showWarnings: false })
  if (!conversion.isValid || conversion.discardedTracks.length > 0) return file
  conversion.onProgress = onProgress
  await conversion.execute()
  return target.buffer ? new Blob([target.buffer], { type: 'video/mp4' }) : file
}

const maximumBoxes = 1_000

/** True when the index of an MP4 comes after its pictures, so that a browser has to load the end first. */
async function isIndexLast(file: File): Promise<boolean> {
  let offset = 0
  for (let count = 0; offset + 16 <= file.size && count < maximumBoxes; count++) {
    const header = new DataView(await file.slice(offset, offset + 16).arrayBuffer())
    const name = String.fromCharCode(header.getUint8(4), header.getUint8(5), header.getUint8(6), header.getUint8(7))
    if (name === 'moov') return false
    if (name === 'mdat') return true
    const size = header.getUint32(0)
    offset += size === 1 ? Number(header.getBigUint64(8)) : size
    if (size === 0) return false
  }
  return false
}
