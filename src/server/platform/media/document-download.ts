import type { Download } from '#contract/kit/endpoint.ts'
import type { Media } from './media.ts'

/** A document of the media store, to be saved under a name and never displayed by the browser; null when its bytes are gone. */
export async function documentDownload(
  media: Pick<Media, 'find' | 'read'>,
  { id, name }: { id: string; name: string },
): Promise<Download | null> {
  const file = await media.find(id)
  const body = file && (await media.read(id, { start: 0, end: file.bytes - 1 }))
  if (!file || !body) return null
  return {
    headers: {
      'content-type': file.contentType,
      'content-length': String(file.bytes),
      'content-disposition': `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeName(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body: body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>,
  }
}

/** For clients that do not read the encoded name. */
const asciiName = (name: string): string => name.replaceAll(/[^\w.\- ]/g, '_')
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
