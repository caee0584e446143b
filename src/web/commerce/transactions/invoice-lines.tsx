import type { Invoice } from '#contract/commerce/transactions.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { itemLabel } from '#web/commerce/item-paths.ts'
import { refundedLabel } from './refund-transfers.tsx'

function SmallLine({ label, text }: { label: string; text: string }) {
  return (
    <tr className="text-sm text-ink-2">
      <th scope="row" className="py-1 text-left font-normal">
        {label}
      </th>
      <td className="py-1 pl-4 text-right whitespace-nowrap tabular-nums">{text}</td>
    </tr>
  )
}

/** An amount in the text of a line. Enlarged, it grows as long as it fits beside the column of amounts. */
const LineAmount = ({ idr }: { idr: number }) => (
  <span className="text-[min(1em,4.5vw)] whitespace-nowrap">{formatRupiah(idr)}</span>
)

/** Shows what accounting compares with the list of members: the number of seats and the price of one. */
function PerSeat({ seats, amountIdr }: { seats: number; amountIdr: number }) {
  return (
    <span className="mt-0.5 block text-sm text-ink-2">
      {seats} kursi × <LineAmount idr={amountIdr / seats} />
    </span>
  )
}

/** Shows what was paid and refunded for one item of several, and its bundle or path. The items are the first lines of an invoice. */
function LinePaid({ invoice, item }: { invoice: Invoice; item: Invoice['items'][number] | undefined }) {
  if (!item || (invoice.items.length === 1 && !item.bundle && !item.path)) return null
  return (
    <span className="mt-0.5 block text-sm text-ink-2">
      {item.bundle && <span className="block">Dari paket {item.bundle.title}</span>}
      {item.path && <span className="block">Dari jalur {item.path.title}</span>}
      {invoice.invoiceId ? 'Dibayar' : 'Yang dibayar'} <LineAmount idr={item.amount} />
      {item.uniqueCode > 0 && (
        <>
          , termasuk kode unik <LineAmount idr={item.uniqueCode} />
        </>
      )}
      {item.refunded > 0 && (
        <span className="block">
          Dikembalikan <LineAmount idr={item.refunded} />
        </span>
      )}
    </span>
  )
}

/** The table of an invoice: what was bought, its discounts, the total, and what of it is fee, tax or refunded. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  // Enlarged amounts grow as long as they fit beside what they are for.
  const number = 'py-3 text-right text-[min(1em,5.5vw)] whitespace-nowrap pl-[min(1rem,3vw)]'
  return (
    <table className="w-full border-t border-line">
      <caption className="sr-only">Rincian invoice</caption>
      <thead>
        <tr className="text-left text-sm text-ink-3">
          <th scope="col" className="py-3 font-semibold">
            {itemLabel(invoice)}
          </th>
          <th scope="col" className={`${number} font-semibold`}>
            Jumlah
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map((line, index) => (
          <tr key={line.description} className="break-inside-avoid border-t border-line">
            <td className="py-3 wrap-anywhere">
              {line.description} {line.amount === 0 && <span className="ml-1 text-sm text-ink-3">Bonus gratis</span>}
              {invoice.team && invoice.items[index] && <PerSeat seats={invoice.team.seats} amountIdr={line.amount} />}
              <LinePaid invoice={invoice} item={invoice.items[index]} />
            </td>
            <td className={number}>
              <Amount idr={line.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {invoice.discount > 0 && (
          <tr className="border-t border-line">
            <th scope="row" className="py-3 text-left font-normal text-ink-2">
              Diskon
            </th>
            <td className={number}>
              −<Amount idr={invoice.discount} />
            </td>
          </tr>
        )}
        {invoice.promoDiscount > 0 && (
          <tr className="border-t border-line">
            <th scope="row" className="py-3 text-left font-normal text-ink-2">
              Kode promo {invoice.promoCode}
            </th>
            <td className={number}>
              −<Amount idr={invoice.promoDiscount} />
            </td>
          </tr>
        )}
        <tr className="border-t-2 border-ink">
          <th scope="row" className="py-3 text-left text-[min(1.125rem,7vw)]">
            Total
          </th>
          <td className={`${number} text-[min(1.125rem,5.5vw)]! font-extrabold`}>
            <Amount idr={invoice.total} />
          </td>
        </tr>
        {invoice.providerFee > 0 && (
          <>
            <SmallLine label="Biaya layanan, dipungut penyedia pembayaran" text={formatRupiah(invoice.providerFee)} />
            <SmallLine label="Dibayar seluruhnya" text={formatRupiah(invoice.total + invoice.providerFee)} />
          </>
        )}
        {invoice.tax > 0 && (
          <>
            <SmallLine label="Termasuk: dasar pengenaan pajak (DPP)" text={formatRupiah(invoice.taxBase)} />
            <SmallLine label="Termasuk: PPN" text={formatRupiah(invoice.tax)} />
          </>
        )}
        {invoice.refunded > 0 && (
          <SmallLine label={refundedLabel(invoice)} text={`−${formatRupiah(invoice.refunded)}`} />
        )}
      </tfoot>
    </table>
  )
}
