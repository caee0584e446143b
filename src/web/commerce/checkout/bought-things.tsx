import { Link } from 'react-router'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { itemLabel, ownerPath } from '#web/commerce/item-paths.ts'
import { describeSending } from '#web/commerce/describe-sending.ts'

/** Shows what a paid transaction bought or gave, for whom, when, and what follows. */
export function BoughtThings({ transaction: { gift, items } }: { transaction: Transaction }) {
  return (
    <>
      {gift && (
        <p className="wrap-anywhere text-ink-2">
          Hadiah untuk {gift.name} ({gift.email}), {describeSending(gift, 'success')}.{' '}
          {!gift.claimedAt &&
            'Penerimanya membuka tautan di email itu. Di Transaksi kamu bisa mengirim ulang, mengubah penerima, atau menyalin tautan untuk dikirim sendiri, misalnya lewat WhatsApp.'}
        </p>
      )}
      {items.length > 1 && (
        <ul aria-label={gift ? 'Yang kamu hadiahkan' : 'Yang kamu beli'} className="grid w-full gap-2 text-left">
          {items.map((item) => (
            <li key={item.lineId} className="rounded-field border border-line bg-surface px-4 py-2 wrap-anywhere">
              <span className="block text-sm text-ink-3">
                {itemLabel(item)}
                {item.bundle && ` dari paket “${item.bundle.title}”`}
              </span>
              {gift ? (
                <span className="font-semibold">{item.title}</span>
              ) : (
                <Link to={ownerPath(item)} className="inline-flex min-h-11 items-center font-semibold underline">
                  {item.title}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
