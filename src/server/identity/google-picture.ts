import { maximumImageBytes } from '#contract/kit/media/images.ts'

type Fetch = (request: Request) => Promise<Response>
export type PictureSource = {
  fetch: Fetch
  /** Host name suffixes (`.googleusercontent.com`) and whole origins (of the sandbox). */ allowed: readonly string[]
}

const timeoutMs = 5000

/** Hosts of Google's profile pictures. */
export const googlePictureHosts = ['.googleusercontent.com']

/** True for https URLs on an allowed host, and for allowed origins (of the sandbox). */
export function isAllowedPicture(pictureUrl: string, allowed: readonly string[]): boolean {
  const url = URL.parse(pictureUrl)
  if (!url || url.username || url.password) return false
  if (allowed.includes(url.origin)) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    allowed.some((host) => host.startsWith('.') && url.hostname.endsWith(host))
  )
}

/** Downloads a picture. Rejects when the URL is not allowed, on timeout, and when it is too large. */
export async function fetchPicture(pictureUrl: string, { fetch, allowed }: PictureSource): Promise<Blob> {
  if (!isAllowedPicture(pictureUrl, allowed)) throw new Error('The URL of this picture is not allowed')
  // Without redirects, which could lead to URLs that are not allowed.
  const response = await fetch(
    new Request(pictureUrl, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'image/*' },
    }),
  )
  if (!response.ok || !response.body) throw new Error(`The picture request failed with status ${response.status}`)
  if (Number(response.headers.get('content-length')) > maximumImageBytes) throw new Error('The picture is too large')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of response.body as ReadableStream<Uint8Array<ArrayBuffer>>) {
    size += chunk.byteLength
    if (size > maximumImageBytes) throw new Error('The picture is too large')
    chunks.push(chunk)
  }
  return new Blob(chunks)
}
