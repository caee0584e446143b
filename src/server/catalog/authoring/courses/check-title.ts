import { findUndrawable } from '#server/platform/fonts/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'

/** Of these every font has all, so that the fonts are not loaded for most titles. */
const usual = /^[\u0020-\u024F\u2010-\u2027\u20AC]*$/

/** Letters of scripts that no font has, which certificates and sharing images would leave out. */
export const undrawableIn = async (title: string): Promise<string[]> => (usual.test(title) ? [] : findUndrawable(title))

export const describeUndrawable = (letters: readonly string[]): string =>
  `Huruf ${letters.slice(0, 5).join(' ')} belum bisa digambar di sertifikat dan gambar berbagi. Tulis judulnya dengan huruf lain, misalnya huruf Latin`

/** Null for a title that can be drawn. */
export async function checkTitle(title: unknown): Promise<InvalidInput | null> {
  const letters = typeof title === 'string' ? await undrawableIn(title) : []
  return letters.length > 0 ? invalidInput({ title: describeUndrawable(letters) }) : null
}
