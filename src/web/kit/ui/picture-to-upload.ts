import type { PictureLimits } from './shrink-picture.ts'

/** A chosen picture as it is uploaded: a photo that is too large, or of a type that only browsers decode, is made smaller here. */
export async function pictureToUpload(file: File, limits: PictureLimits): Promise<File> {
  if (limits.accepts(file)) return file
  // Rarely needed. Without it the file is refused with its reason.
  const part = await import('./shrink-picture.ts').catch(() => null)
  return part ? part.shrinkPicture(file, limits) : file
}
