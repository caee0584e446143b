import { open, type FileHandle } from 'node:fs/promises'
import type { Input } from 'mediabunny'
import { rejectVideo, videoMessages } from '#contract/kit/media/video.ts'
import type { MediaType } from './tables.ts'

export type Inspection =
  | { outcome: 'playable'; contentType: MediaType; durationSeconds: number }
  | { outcome: 'rejected'; message: string }

const rejected = (message: string): Inspection => ({ outcome: 'rejected', message })

/** Reads the container, codecs and length of a video file, whatever its name. The rejection is a sentence for the form field. */
export async function inspectVideo(path: string): Promise<Inspection> {
  const container = await checkContainer(path)
  if (container !== 'complete') return rejected(videoMessages[container])
  // Large, and only needed for uploads of videos.
  const kit = await import('mediabunny')
  const { FilePathSource, MATROSKA, MP4, QTFF, WEBM } = kit
  // A mistake in a file is shown at its field, and is no error of this server.
  kit.Logging.level = kit.LogLevel.Silent
  const input = new kit.Input({ source: new FilePathSource(path), formats: [MP4, WEBM, QTFF, MATROSKA] })
  try {
    if (!(await input.canRead())) return rejected(videoMessages.notVideo)
    return await inspect(kit, input)
  } catch {
    // The parser throws for anything that contradicts the format.
    return rejected(videoMessages.incomplete)
  } finally {
    input.dispose()
  }
}

async function inspect(
  { EncodedPacketSink, Mp4InputFormat, WebMInputFormat }: typeof import('mediabunny'),
  input: Input,
): Promise<Inspection> {
  const format = await input.getFormat()
  const isMp4 = format instanceof Mp4InputFormat
  const track = await input.getPrimaryVideoTrack()
  const audio = await Promise.all((await input.getAudioTracks()).map((sound) => sound.getCodec()))
  const first = track && (await new EncodedPacketSink(track).getFirstPacket())
  if (track && !first) return rejected(videoMessages.incomplete)
  const stated = await input.getDurationFromMetadata()
  const seconds = await input.computeDuration()
  if (stated !== null && seconds < stated - Math.max(2, stated / 50)) return rejected(videoMessages.incomplete)
  const message = rejectVideo({
    container: isMp4 ? 'mp4' : format instanceof WebMInputFormat ? 'webm' : 'other',
    video: track ? await track.getCodec() : 'none',
    profile: (await track?.getCodecParameterString()) ?? null,
    audio,
    seconds,
  })
  if (message !== null) return rejected(message)
  return {
    outcome: 'playable',
    contentType: isMp4 ? 'video/mp4' : 'video/webm',
    durationSeconds: Math.round(Math.max(seconds, stated ?? 0)),
  }
}

/** The index of a video of twelve hours has some megabytes; the parser keeps it in memory. */
const maximumIndexBytes = 64 * 1024 * 1024
const maximumBoxes = 200_000
/** The index and the pictures. */
const mediaBoxes = ['moov', 'mdat']

/** True when the parts of the file end where it ends, without reading them: the parser does not notice a cut file. */
async function checkContainer(path: string): Promise<'complete' | 'incomplete' | 'notVideo'> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await readAt(file, 0, 12)
    if (head.length < 12) return 'notVideo'
    if (head.readUInt32BE(0) === 0x1a45dfa3) return await checkMatroska(file, size)
    return head.toString('latin1', 4, 8) === 'ftyp' ? await checkBoxes(file, size) : 'notVideo'
  } finally {
    await file.close()
  }
}

async function checkBoxes(file: FileHandle, size: number): Promise<'complete' | 'incomplete'> {
  let offset = 0
  const found = new Set<string>()
  for (let count = 0; offset < size; count++) {
    const header = await readAt(file, offset, 16)
    const type = header.toString('latin1', 4, 8)
    // Some cameras and programs leave bytes behind the last box. Index and pictures are whole.
    const broken =
      mediaBoxes.every((name) => found.has(name)) && ![...mediaBoxes, 'moof'].includes(type) ? 'complete' : 'incomplete'
    if (header.length < 8 || count > maximumBoxes) return broken
    const short = header.readUInt32BE(0)
    if (short === 1 && header.length < 16) return broken
    // 0: up to the end of the file. 1: a 64-bit size follows.
    const bytes = short === 0 ? size - offset : short === 1 ? Number(header.readBigUInt64BE(8)) : short
    if (bytes < 8 || offset + bytes > size) return broken
    if (type === 'moov' && bytes > maximumIndexBytes) return 'incomplete'
    found.add(type)
    offset += bytes
  }
  return 'complete'
}

/** Only the segment is checked: the recordings of browsers do not state its size. */
async function checkMatroska(file: FileHandle, size: number): Promise<'complete' | 'incomplete' | 'notVideo'> {
  const header = readElementSize(await readAt(file, 4, 8))
  if (!header || header.value === null) return 'notVideo'
  const at = 4 + header.length + header.value
  const segment = await readAt(file, at, 12)
  if (segment.length < 5) return 'incomplete'
  if (segment.readUInt32BE(0) !== 0x18538067) return 'notVideo'
  const length = readElementSize(segment.subarray(4))
  if (!length) return 'incomplete'
  return length.value !== null && at + 4 + length.length + length.value > size ? 'incomplete' : 'complete'
}

/** A variable-length size of EBML; its value is null when it is not stated. Null for an invalid one. */
function readElementSize(bytes: Buffer): { length: number; value: number | null } | null {
  const first = bytes[0] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || bytes.length < length) return null
  let value = BigInt(first & (0xff >> length))
  for (const byte of bytes.subarray(1, length)) value = value * 256n + BigInt(byte)
  const isUnknown = value === (1n << BigInt(7 * length)) - 1n
  return { length, value: isUnknown ? null : Number(value) }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
