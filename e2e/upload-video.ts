import type { APIRequestContext } from '@playwright/test'
import type { Headers } from './staff-calls.ts'

/** Uploads a video without a page. Returns the id of the upload, for a new lesson. */
export async function uploadVideo(request: APIRequestContext, headers: Headers, bytes: Buffer): Promise<string> {
  const common = { ...headers, 'tus-resumable': '1.0.0' }
  const created = await request.post('/api/uploads/tus', {
    headers: { ...common, 'upload-length': String(bytes.length) },
  })
  const location = created.headers()['location'] ?? ''
  const sent = await request.patch(new URL(location, created.url()).pathname, {
    headers: { ...common, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  })
  if (created.status() !== 201 || sent.status() !== 204)
    throw new Error(`The upload returned ${created.status()} and ${sent.status()}`)
  return location.split('/').at(-1) ?? ''
}

/** Two lines in Indonesian, at 2 and at 12 seconds. */
export async function addCaptions(
  request: APIRequestContext,
  headers: Headers,
  { courseId, contentId }: { courseId: string; contentId: string },
) {
  const vtt = 'WEBVTT\n\n00:02.000 --> 00:08.000\nSelamat datang\n\n00:12.000 --> 00:18.000\nKita mulai dari variabel\n'
  const file = { name: 'teks.vtt', mimeType: 'text/vtt', buffer: Buffer.from(vtt) }
  const response = await request.put(`/api/courses/${courseId}/content/${contentId}/captions/id`, {
    headers,
    multipart: { file },
  })
  if (!response.ok()) throw new Error(`The captions returned ${response.status()}`)
}
