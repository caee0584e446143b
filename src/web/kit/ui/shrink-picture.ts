export type PictureLimits = { accepts: (file: File) => boolean; isTaken: (file: File) => boolean; maximumBytes: number }

/** The server makes nothing larger of a picture. */
const longestSide = 2000
const qualities = [0.85, 0.7, 0.5]

/**
 * A photo of a phone as a JPEG that may be uploaded: smaller in pixels and bytes. So is a picture that only browsers decode, such as HEIC or GIF.
 * Everything else is returned as it is: what is no picture, and small pictures in large files.
 */
export async function shrinkPicture(file: File, { isTaken, maximumBytes }: PictureLimits): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const scale = longestSide / Math.max(bitmap.width, bitmap.height)
  const small = scale < 1 || !isTaken(file) ? await draw(bitmap, { scale: Math.min(1, scale), maximumBytes }) : null
  bitmap.close()
  return small ? new File([small], file.name.replace(/(?:\.\w+)?$/, '.jpg'), { type: small.type }) : file
}

async function draw(
  bitmap: ImageBitmap,
  { scale, maximumBytes }: { scale: number; maximumBytes: number },
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (!blob || blob.size <= maximumBytes) return blob
  }
  return null
}
