import { formatRupiah, isChargeable, priceAfterDiscount } from '#contract/kit/money.ts'
import { readPercent, readRupiah } from '#contract/kit/format/numbers.ts'
import { MoneyInput } from '#web/kit/staff/form/money-field.tsx'

type Props = {
  value: string
  /** Text of the percent field. Text that is not a number counts as 0. */
  discount: string
  error: string | undefined
  required: boolean
  onChange: (text: string) => void
  onBlur: () => void
}

/** The price of a course; the hint shows the price after discount. */
export const PriceField = ({ value, discount, ...field }: Props) => (
  <MoneyInput
    label="Harga"
    placeholder="0"
    value={value}
    hint={<ResultingPrice price={value} discount={discount} />}
    {...field}
  />
)

function ResultingPrice({ price, discount }: { price: string; discount: string }) {
  const amount = readRupiah(price)
  const read = readPercent(discount)
  const percent = typeof read === 'number' ? Math.round(read) : 0
  if (amount === null || amount < 0 || percent < 0 || percent > 100) return <>Dalam rupiah. 0 berarti gratis.</>
  const paid = priceAfterDiscount({ price: amount, discount: percent })
  if (!isChargeable(paid)) return <>Siswa membayar {formatRupiah(paid)}. Pembayaran kartu minimal Rp 10.000.</>
  return <>{paid === 0 ? 'Kelas ini gratis.' : `Siswa membayar ${formatRupiah(paid)}.`}</>
}
