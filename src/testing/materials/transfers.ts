import sharp from 'sharp'
import type { SignedIn } from '#testing/factories.ts'
import type { TestSite } from '#testing/test-site.ts'

/** Switches payments by hand on. */
export const offerTransfers = (site: TestSite) =>
  site.database.transaction((tx) =>
    site.app.modules.settings.writeSite(tx, {
      transfer: { enabled: true, bank: 'BCA', number: '1234567890', holder: 'PT Cendaki' },
      qris: '/uploads/x.webp',
    }),
  )

/** A checkout that is paid by hand. */
export async function openTransfer(site: TestSite, { token }: SignedIn, body: object) {
  const opened = await site.call('POST', '/checkout', { token, body: { method: 'transfer', ...body } })
  if (opened.status !== 200) throw new Error(`The checkout returned ${opened.status}: ${JSON.stringify(opened.body)}`)
  const { transactionId } = opened.body.data
  const { data } = (await site.call('GET', `/my-transaction/${transactionId}`, { token })).body
  return {
    transactionId: transactionId as string,
    amount: data.amount as number,
    shown: data,
    opened: opened.body.data,
  }
}

export const picture = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    'bukti.jpg',
    { type: 'image/jpeg' },
  )

export const sendProof = async (site: TestSite, { token }: SignedIn, id: string, proof?: File) =>
  site.call('POST', `/my-transaction/${id}/proof`, { token, form: { proof: proof ?? (await picture()) } })

export const decide = (site: TestSite, { token }: SignedIn, id: string, how: 'approve' | 'refuse', body: object = {}) =>
  site.call('POST', `/admin/transfers/${id}/${how}`, {
    token,
    body: how === 'refuse' ? { sentence: 'Jumlahnya belum sesuai.', ...body } : body,
  })
