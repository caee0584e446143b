import sharp, { type ResizeOptions } from 'sharp'

export type UploadKind = 'thumbnail' | 'article' | 'photo'

/** A picture in the sizes that pages use. The first file, with width 0, has the full size. */
export type EncodedImage = {
  kind: UploadKind
  width: number
  height: number
  files: { width: number; bytes: Uint8Array }[]
}
export type Encoding = { outcome: 'encoded'; image: EncodedImage } | { outcome: 'not-an-image' | 'too-many-pixels' }

type Shape = { full: ResizeOptions; smallerWidths: readonly number[] }

// Thumbnails and article pictures keep their proportions; a photo is cut to a square.
const shapes: Record<UploadKind, Shape> = {
  thumbnail: { full: { width: 1280, height: 720, fit: 'inside', withoutEnlargement: true }, smallerWidths: [640, 320] },
  article: { full: { width: 1280, height: 2560, fit: 'inside', withoutEnlargement: true }, smallerWidths: [640, 320] },
  photo: { full: { width: 384, height: 384, fit: 'cover' }, smallerWidths: [96] },
}

// Enough for a 16-megapixel camera. A decompression bomb is rejected before it is decoded.
const maximumPixels = 24_000_000
const timeoutSeconds = 10

// Leaves the processor to the requests being served.
sharp.concurrency(1)
// It would keep up to 50 MB of decoded pictures, and no picture is encoded twice.
sharp.cache(false)

/** With `keepsEncoded`, a picture that already is what encodeImage() returns stays byte for byte: every encoding loses quality. */
export type ToEncode = { bytes: Uint8Array; kind: UploadKind; keepsEncoded: boolean }

/** Decodes by content, ignoring file name and declared type, and re-encodes the first frame without metadata or trailing data. */
export async function encodeImage({ bytes, kind, keepsEncoded }: ToEncode): Promise<Encoding> {
  if (!isPicture(bytes)) return { outcome: 'not-an-image' }
  const { full } = shapes[kind]
  try {
    if (keepsEncoded && isPlainWebp(bytes)) {
      const { width, height } = await sharp(bytes, { limitInputPixels: maximumPixels }).metadata()
      if (width <= (full.width ?? 0) && height <= (full.height ?? 0))
        return { outcome: 'encoded', image: await withSmaller({ kind, width, height }, bytes) }
    }
    const { data, info } = await sharp(bytes, { limitInputPixels: maximumPixels, failOn: 'error', animated: false })
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize(full)
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return {
      outcome: 'encoded',
      image: await withSmaller({ kind, width: info.width, height: info.height }, new Uint8Array(data)),
    }
  } catch (error) {
    return { outcome: /pixel limit/i.test(String(error)) ? 'too-many-pixels' : 'not-an-image' }
  }
}

/** Throws for bytes that cannot be decoded. */
async function withSmaller(size: Omit<EncodedImage, 'files'>, full: Uint8Array): Promise<EncodedImage> {
  const files = [{ width: 0, bytes: full }]
  for (const width of shapes[size.kind].smallerWidths) {
    const smaller = await sharp(full, { failOn: 'error' })
      .timeout({ seconds: timeoutSeconds })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
    files.push({ width, bytes: new Uint8Array(smaller) })
  }
  return { ...size, files }
}

/** The whole picture in its proportions. */
export async function encodePng(bytes: Uint8Array): Promise<Uint8Array> {
  const png = await sharp(bytes, { failOn: 'error' })
    .timeout({ seconds: timeoutSeconds })
    .resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
  return new Uint8Array(png)
}

/** The whole picture centred in a transparent square of `size` pixels, with an empty margin of `margin` (a share of the size). */
export async function encodeSquarePng({
  bytes,
  size,
  margin,
}: {
  bytes: Uint8Array
  size: number
  margin: number
}): Promise<Uint8Array> {
  const empty = { r: 255, g: 255, b: 255, alpha: 0 }
  const edge = Math.round(size * margin)
  const inner = size - 2 * edge
  const png = await sharp(bytes, { failOn: 'error' })
    .timeout({ seconds: timeoutSeconds })
    .resize({ width: inner, height: inner, fit: 'contain', background: empty })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: empty })
    .png()
    .toBuffer()
  return new Uint8Array(png)
}

const transparencyFlag = 0x10

/** True for a WebP with the data of one picture only: no metadata, no animation, nothing behind it. */
function isPlainWebp(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 20 || file.toString('latin1', 8, 12) !== 'WEBP' || file.readUInt32LE(4) !== file.length - 8)
    return false
  let at = 12
  while (at + 8 <= file.length) {
    const [name, length] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    if (!['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(name)) return false
    if (name === 'VP8X' && ((file[at + 8] ?? 0) & ~transparencyFlag) !== 0) return false
    at += 8 + length + (length % 2)
  }
  return at === file.length
}

/** Accepts JPEG, PNG and WebP by their first bytes. SVG is excluded because it can contain scripts. */
function isPicture(bytes: Uint8Array): boolean {
  const starts = (...wanted: number[]) => wanted.every((byte, index) => bytes[index] === byte)
  const isWebp = starts(0x52, 0x49, 0x46, 0x46) && Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP'
  return starts(0xff, 0xd8, 0xff) || starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) || isWebp
}
