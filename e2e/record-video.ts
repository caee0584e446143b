import type { Page } from '@playwright/test'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'

/** A WebM of this many seconds with one picture a second, encoded by the browser of this page. */
export async function recordVideo(page: Page, seconds: number): Promise<Buffer> {
  const chunks = await page.evaluate(async (count) => {
    const canvas = new OffscreenCanvas(320, 180)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser cannot draw')
    const encoded: { isKey: boolean; bytes: number[] }[] = []
    const encoder = new VideoEncoder({
      output(chunk) {
        const bytes = new Uint8Array(chunk.byteLength)
        chunk.copyTo(bytes)
        encoded.push({ isKey: chunk.type === 'key', bytes: [...bytes] })
      },
      error(error) {
        throw error
      },
    })
    encoder.configure({ codec: 'vp8', width: canvas.width, height: canvas.height, bitrate: 100_000 })
    for (let second = 0; second < count; second++) {
      context.fillStyle = `hsl(${second * 40} 60% 40%)`
      context.fillRect(0, 0, canvas.width, canvas.height)
      const frame = new VideoFrame(canvas, { timestamp: second * 1_000_000, duration: 1_000_000 })
      encoder.encode(frame, { keyFrame: second % 5 === 0 })
      frame.close()
    }
    await encoder.flush()
    return encoded
  }, seconds)
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source)
  await output.start()
  for (const [second, { isKey, bytes }] of chunks.entries()) {
    const packet = new EncodedPacket(Uint8Array.from(bytes), isKey ? 'key' : 'delta', second, 1)
    await source.add(packet, { decoderConfig: { codec: 'vp8', codedWidth: 320, codedHeight: 180 } })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}
