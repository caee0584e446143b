import type { ApiResponse } from '#testing/api-call.ts'
import type { SignedIn } from '#testing/factories.ts'
import { publicUrl, type TestSite } from '#testing/test-site.ts'

type Sent = { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer>; token?: string | null }

/** A call of the tus protocol, at `/api/uploads/tus` or below it. */
export function callTus(
  site: TestSite,
  { token }: Pick<SignedIn, 'token'>,
  method: string,
  path: string,
  { headers = {}, body, token: other = token }: Sent = {},
) {
  const url = path.startsWith('/') ? path : `/api/uploads/tus${path && `/${path}`}`
  return site.app.fetch(
    new Request(publicUrl + url, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        ...(other === null ? {} : { authorization: `Bearer ${other}` }),
        ...headers,
      },
      ...(body ? { body } : {}),
    }),
  )
}

export const patchHeaders = (offset: number) => ({
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

/** Uploads a file as staff and returns the id of the upload. */
export async function uploadVideo(site: TestSite, staff: SignedIn, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const created = await callTus(site, staff, 'POST', '', { headers: { 'upload-length': String(bytes.length) } })
  const location = created.headers.get('location') ?? ''
  const sent = await callTus(site, staff, 'PATCH', location, { headers: patchHeaders(0), body: bytes })
  if (created.status !== 201 || sent.status !== 204)
    throw new Error(`The upload returned ${created.status} and ${sent.status}`)
  return location.split('/').at(-1) ?? ''
}

/** Adds a lesson with an uploaded video to a course. */
export const createVideoLesson = (
  site: TestSite,
  staff: SignedIn,
  courseId: string,
  uploadId: string,
  more: object = {},
): Promise<ApiResponse> =>
  site.call('POST', '/courses/content/create', {
    token: staff.token,
    body: { courseId, title: 'Video sendiri', type: 'video', source: 'upload', uploadId, ...more },
  })
