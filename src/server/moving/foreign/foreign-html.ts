import sharp from 'sharp'

const pictureTypes = ['png', 'jpeg', 'webp']
const maximumPictureBytes = 2 * 1024 * 1024
/** A picture with more is made smaller: uploads would refuse it. */
const maximumPixels = 24_000_000

/** A picture as uploads accept it, whatever its name says; null for one that cannot be read. */
export async function readPicture(bytes: Buffer): Promise<{ extension: string; bytes: Buffer } | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: 50_000_000 })
    const { format, width, height } = await picture.metadata()
    if (pictureTypes.includes(format) && bytes.length <= maximumPictureBytes && width * height <= maximumPixels) {
      await picture.resize(16).toBuffer()
      return { extension: format, bytes }
    }
    const size = { width: 1600, height: 2560, fit: 'inside', withoutEnlargement: true } as const
    return { extension: 'webp', bytes: await picture.resize(size).webp().toBuffer() }
  } catch {
    return null
  }
}

/** Pages of other platforms begin at any level. Here the highest one that is used follows the title, and no level is left out. */
export function levelHeadings(html: string): string {
  const used = [...new Set([...html.matchAll(/<h([1-6])\b/gi)].map(([, level]) => Number(level)))].toSorted()
  return html.replaceAll(
    /(<\/?h)([1-6])\b/gi,
    (_, tag: string, level) => `${tag}${Math.min(4, 2 + used.indexOf(Number(level)))}`,
  )
}
