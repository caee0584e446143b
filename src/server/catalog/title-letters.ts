import { findUndrawable } from '#server/platform/drawing/index.ts'

/** Letters that every font has: most titles have no others, so the fonts are not loaded for them. */
const usual = /^[\u0020-\u024F\u2010-\u2027\u20AC]*$/

/** Names letters of scripts that no font has, which certificates and sharing images would leave out; null for a title that can be drawn. */
export async function describeUndrawable(title: string): Promise<string | null> {
  const letters = usual.test(title) ? [] : await findUndrawable(title)
  if (letters.length === 0) return null
  return `Huruf ${letters.slice(0, 5).join(' ')} belum bisa digambar di sertifikat dan gambar berbagi. Tulis judulnya dengan huruf lain, misalnya huruf Latin`
}
