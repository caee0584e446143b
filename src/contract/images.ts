import * as z from 'zod/mini'

// Pictures that people upload. The same limits are told in the browser and held by the server.

/** 2 MB, counted as 2 MiB. */
export const maximumImageBytes = 2 * 1024 * 1024

export const imageMessages = {
  notAnImage: 'File harus berupa gambar (JPEG, PNG)',
  tooLarge: 'Ukuran gambar maksimal 2MB',
  tooManyPixels: 'Gambar terlalu besar untuk diolah. Perkecil dulu, idealnya 1280×720',
} as const

/** What a file picker offers. What is in a file counts, not what it says it is. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** A picture in a form. Its size is checked here, its bytes by the server: what a file calls itself counts for nothing. */
export const imageFile = (missing: string) => z.file(missing).check(z.maxSize(maximumImageBytes, imageMessages.tooLarge))

/** What is wrong with a chosen file, as far as a browser can tell before it is sent; null when nothing is. */
export function imageProblem({ type, size }: { type: string; size: number }): string | null {
  if (!(imageTypes as readonly string[]).includes(type)) return imageMessages.notAnImage
  return size > maximumImageBytes ? imageMessages.tooLarge : null
}
