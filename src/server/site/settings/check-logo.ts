import type { Uploads } from '#server/platform/media/index.ts'

const smallestLogo = 96
/** A code of a hundred characters has about 50 modules a side. */
const smallestQris = 300

/** Why the picture at `/uploads/<id>.webp` cannot be the logo; null when it can. */
export async function findLogoProblem(uploads: Pick<Uploads, 'findSizes'>, logo: string): Promise<string | null> {
  const id = logo.slice('/uploads/'.length, -'.webp'.length)
  const size = (await uploads.findSizes([id])).get(id)
  if (!size) return 'Logo tidak ditemukan. Unggah lagi.'
  return Math.min(size.width, size.height) < smallestLogo
    ? `Logo minimal ${smallestLogo} × ${smallestLogo} piksel`
    : null
}

/** The same for the QRIS picture. */
export async function findQrisProblem(uploads: Pick<Uploads, 'findSizes'>, picture: string): Promise<string | null> {
  const id = picture.slice('/uploads/'.length, -'.webp'.length)
  const size = (await uploads.findSizes([id])).get(id)
  if (!size) return 'Gambar QRIS tidak ditemukan. Unggah lagi.'
  return Math.min(size.width, size.height) < smallestQris
    ? `Gambar QRIS minimal ${smallestQris} × ${smallestQris} piksel`
    : null
}
