import type { APIRequestContext } from '@playwright/test'
import type { Headers } from './staff-calls.ts'

/** Uploads a video without a page. Returns the id of the upload, for a new lesson. */
export async function uploadVideo(request: APIRequestContext, headers: Headers, bytes: Buffer): Promise<string> {
  const common = { ...headers, 'tus-resumable': '1.0.0' }
  const created = await request.post('/api/uploads/tus', { headers: { ...common, 'upload-length': String(bytes.length) } })
  const location = created.headers()['location'] ?? ''
  const sent = await request.patch(new URL(location, created.url()).pathname, {
    headers: { ...common, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  })
  if (created.status() !== 201 || sent.status() !== 204) throw new Error(`The upload was answered with ${created.status()} and ${sent.status()}`)
  return location.split('/').at(-1) ?? ''
}
