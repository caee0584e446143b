import * as z from 'zod/mini'

// Uploaded pictures. The browser shows and the server enforces the same limits.

/** The path of an uploaded picture. Any other path below /uploads/ could lead elsewhere, such as /uploads/../api/me. */
export const uploadPath = /^\/uploads\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-\d{2,4})?\.webp$/

/** 2 MiB; shown as 2 MB. */
export const maximumImageBytes = 2 * 1024 * 1024

export const imageMessages = {
  notAnImage: 'File harus berupa gambar (JPEG, PNG)',
  tooLarge: 'Ukuran gambar maksimal 2MB',
  tooManyPixels: 'Gambar terlalu besar untuk diolah. Perkecil dulu, idealnya 1280×720',
} as const

/** Says what the server accepts. The text of the error is fixed by the specification. */
export const imageHint = 'JPEG, PNG, atau WebP, maksimal 2MB. Foto besar diperkecil dulu; gambar bergerak menjadi diam.'

/** Types that the server takes. It checks the content. */
const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
/** The `accept` of file pickers: also by endings, where a file came without a type. */
export const acceptImages = [...imageTypes, '.jpg', '.jpeg', '.jpe', '.jfif', '.png', '.webp'].join(',')

/** A picture in a form. The schema checks the size, the server checks the bytes and ignores the declared type. */
export const imageFile = (missing: string) =>
  z.file(missing).check(z.maxSize(maximumImageBytes, imageMessages.tooLarge))

const isTaken = (type: string): boolean => (imageTypes as readonly string[]).includes(type)
/** The type is that of the name, which a picture without an extension has not. */
const mayBePicture = (type: string): boolean => type === ''

/** The error of a chosen file that the browser can detect before upload; null when the content decides. */
export function imageProblem({ type, size }: { type: string; size: number }): string | null {
  if (!isTaken(type) && !(mayBePicture(type) && size <= maximumImageBytes)) return imageMessages.notAnImage
  return size > maximumImageBytes ? imageMessages.tooLarge : null
}

/** For what makes a photo smaller before its upload. */
export const imageLimits = {
  accepts: (file: { type: string; size: number }): boolean => isTaken(file.type) && file.size <= maximumImageBytes,
  isTaken: (file: { type: string }): boolean => isTaken(file.type),
  maximumBytes: maximumImageBytes,
} as const
