import type { Uploads } from '#server/platform/uploads/index.ts'

const smallestLogo = 96

/** Why the picture at `/uploads/<id>.webp` cannot be the logo; null when it can. */
export async function findLogoProblem(uploads: Pick<Uploads, 'findSizes'>, logo: string): Promise<string | null> {
  const id = logo.slice('/uploads/'.length, -'.webp'.length)
  const size = (await uploads.findSizes([id])).get(id)
  if (!size) return 'Logo tidak ditemukan. Unggah lagi.'
  return Math.min(size.width, size.height) < smallestLogo ? `Logo minimal ${smallestLogo} × ${smallestLogo} piksel` : null
}
