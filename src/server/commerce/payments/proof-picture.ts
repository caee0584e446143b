import { proofProblem } from '#contract/commerce/transfers.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'

type Received = { outcome: 'received'; bytes: Buffer } | InvalidInput

/** Makes a picture of a bank's confirmation as small as the site shows it. Slow: not within a transaction. */
export async function receiveProof(
  { uploads }: Pick<CommerceDeps, 'uploads'>,
  by: string,
  proof: Blob,
): Promise<Received> {
  const received = await uploads.receive(proof, 'article', by)
  if (received.outcome === 'rejected') return invalidInput({ proof: proofProblem(received.message) })
  return { outcome: 'received', bytes: Buffer.from(received.image.files[0]?.bytes ?? []) }
}

/** The picture as a file that no browser shows as a page. */
export const proofDownload = (bytes: Buffer): Download => ({
  headers: {
    'content-type': 'image/webp',
    'content-length': String(bytes.byteLength),
    'content-disposition': 'attachment; filename="bukti-transfer.webp"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  },
  // A generator would be sent as an event stream.
  body: new Blob([Uint8Array.from(bytes)]).stream() as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>,
})
