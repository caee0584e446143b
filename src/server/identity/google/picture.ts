import { maximumImageBytes } from '#contract/images.ts'

type Fetch = (request: Request) => Promise<Response>
export type PictureSource = {
  fetch: Fetch
  /** Hosts, or names that hosts end in (`.googleusercontent.com`), and whole origins of a sandbox. */ allowed: readonly string[]
}

const patienceMs = 5000

/** Where Google keeps people's pictures. */
export const googlePictureHosts = ['.googleusercontent.com']

/** May a picture be fetched from there? Over https, from a host on the list; the sandbox on this machine names its whole origin. */
export function isAllowedPicture(address: string, allowed: readonly string[]): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (allowed.includes(url.origin)) return true
  return url.protocol === 'https:' && url.port === '' && allowed.some((host) => host.startsWith('.') && url.hostname.endsWith(host))
}

/** The bytes of a picture that a token named. Rejects when it may not be fetched, does not come in time, or is too large. */
export async function fetchPicture(address: string, { fetch, allowed }: PictureSource): Promise<Blob> {
  if (!isAllowedPicture(address, allowed)) throw new Error('A picture of an address that is not allowed')
  // No redirect: it could lead anywhere.
  const response = await fetch(new Request(address, { redirect: 'error', signal: AbortSignal.timeout(patienceMs), headers: { accept: 'image/*' } }))
  if (!response.ok || !response.body) throw new Error(`A picture was answered with ${response.status}`)
  if (Number(response.headers.get('content-length')) > maximumImageBytes) throw new Error('A picture that is too large')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of response.body as ReadableStream<Uint8Array<ArrayBuffer>>) {
    size += chunk.byteLength
    if (size > maximumImageBytes) throw new Error('A picture that is too large')
    chunks.push(chunk)
  }
  return new Blob(chunks)
}
