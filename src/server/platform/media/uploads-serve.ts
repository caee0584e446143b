import type { Uploads } from './uploads.ts'

/** Serves `/uploads/<name>` as an immutable picture: names are never reused. */
export async function serveUpload(uploads: Uploads, name: string): Promise<Response> {
  const bytes = await uploads.read(name)
  if (!bytes) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': 'image/webp',
      'content-length': String(bytes.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}
