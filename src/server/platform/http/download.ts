import { ReadableStream } from 'node:stream/web'
import type { Download } from '#contract/kit/endpoint.ts'

/** A download whose content is made while it is sent, as fast as the client reads. A client that disconnects ends the iteration. */
export const streamDownload = (
  fileName: string,
  contentType: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Download => ({
  headers: { 'content-type': contentType, 'content-disposition': `attachment; filename="${fileName}"` },
  body: ReadableStream.from(encode(chunks)),
})

/** No generator: one that was not started yet would not pass the end of the client on to its source. */
function encode(chunks: AsyncIterable<string | Uint8Array>): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  return {
    [Symbol.asyncIterator]() {
      const source = chunks[Symbol.asyncIterator]()
      return {
        async next() {
          const { done, value } = await source.next()
          return done
            ? { done: true, value: undefined }
            : { done: false, value: typeof value === 'string' ? encoder.encode(value) : value }
        },
        async return() {
          await source.return?.()
          return { done: true, value: undefined }
        },
      }
    },
  }
}
