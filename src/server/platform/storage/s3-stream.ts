/** The response to a ranged read: its body, and how many bytes that has. */
export type OpenedRange = { body: AsyncIterable<Uint8Array> & { destroy(): void }; bytes: number }

/** Consecutive attempts without a single byte. */
const maximumEmptyTries = 3

/**
 * Streams a range a chunk at a time, only as fast as it is read. A connection that breaks or is closed while the consumer pauses is
 * opened again at the first byte that is missing; `open` is given the first byte to read. `describe` turns the last failure into the
 * stream's error.
 */
export function resumableStream(
  first: OpenedRange,
  start: number,
  { open, describe }: { open: (position: number) => Promise<OpenedRange>; describe: (error: unknown) => unknown },
): ReadableStream<Uint8Array> {
  const end = start + first.bytes
  let position = start
  let failures = 0
  let current: { body: OpenedRange['body']; chunks: AsyncIterator<Uint8Array> } | null = {
    body: first.body,
    chunks: first.body[Symbol.asyncIterator](),
  }

  async function next(): Promise<Uint8Array> {
    for (;;) {
      try {
        if (!current) {
          const { body } = await open(position)
          current = { body, chunks: body[Symbol.asyncIterator]() }
        }
        const { value, done } = await current.chunks.next()
        if (done) throw new Error('The body ended early')
        failures = 0
        return value
      } catch (error) {
        current?.body.destroy()
        current = null
        if (++failures >= maximumEmptyTries) throw describe(error)
      }
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (position < end) {
          const chunk = await next()
          position += chunk.length
          controller.enqueue(chunk)
        }
        if (position >= end) controller.close()
      },
      cancel: () => current?.body.destroy(),
    },
    { highWaterMark: 0 },
  )
}
