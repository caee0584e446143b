import { ReadableStream } from 'node:stream/web'
import type { Download } from '#contract/kit/endpoint.ts'

/** A download whose content is made while it is sent, as fast as the client reads. A client that disconnects ends the iteration. */
export const streamDownload = (fileName: string, contentType: string, chunks: AsyncIterable<string | Uint8Array>): Download => ({
  headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${fileName}"` },
  body: ReadableStream.from(encode(chunks)),
})

async function* encode(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk
}
