import sharp, { type ResizeOptions } from 'sharp'

export type UploadKind = 'thumbnail' | 'article' | 'photo'

/** A picture in the sizes that pages use. The first file, with width 0, has the full size. */
export type EncodedImage = { kind: UploadKind; width: number; height: number; files: { width: number; bytes: Uint8Array }[] }
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

// Leaves the processor to the requests being answered.
sharp.concurrency(1)

/** Decodes by content, ignoring file name and declared type, and re-encodes the first frame without metadata or trailing data. */
export async function encodeImage(bytes: Uint8Array, kind: UploadKind): Promise<Encoding> {
  if (!isPicture(bytes)) return { outcome: 'not-an-image' }
  const { full, smallerWidths } = shapes[kind]
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maximumPixels, failOn: 'error', animated: false })
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize(full)
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const files = [{ width: 0, bytes: new Uint8Array(data) }]
    for (const width of smallerWidths) {
      const smaller = await sharp(data).resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer()
      files.push({ width, bytes: new Uint8Array(smaller) })
    }
    return { outcome: 'encoded', image: { kind, width: info.width, height: info.height, files } }
  } catch (error) {
    return { outcome: /pixel limit/i.test(String(error)) ? 'too-many-pixels' : 'not-an-image' }
  }
}

/** Accepts JPEG, PNG and WebP by their first bytes. SVG is excluded because it can contain scripts. */
function isPicture(bytes: Uint8Array): boolean {
  const starts = (...wanted: number[]) => wanted.every((byte, index) => bytes[index] === byte)
  const isWebp = starts(0x52, 0x49, 0x46, 0x46) && Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP'
  return starts(0xff, 0xd8, 0xff) || starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) || isWebp
}
