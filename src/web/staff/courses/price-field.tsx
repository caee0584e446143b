import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { formatRupiah, isChargeable, priceAfterDiscount } from '#contract/money.ts'
import { TextField } from '#web/ui/field.tsx'
import { plainNumber } from '#web/staff-kit/typed-number.ts'

const stepIdr = 1000

const grouped = new Intl.NumberFormat('id-ID')

/** Adds thousands separators. Text that is not a number stays, so that the schema rejects it. */
function formatTyped(text: string): string {
  const plain = text.replaceAll(/[.\s]/g, '')
  return /^\d{1,12}$/.test(plain) ? grouped.format(Number(plain)) : text
}

type Props = {
  value: string
  /** Text of the percent field. Text that is not a number counts as 0. */
  discount: string
  error: string | undefined
  required: boolean
  onChange: (text: string) => void
  onBlur: () => void
}

/** A price in rupiah. Adds thousands separators while typing, arrow keys step by 1,000, and the hint shows the price after discount. */
export function PriceField({ value, discount, error, required, onChange, onBlur }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const digitsAfterCaret = useRef<number | null>(null)

  useLayoutEffect(() => {
    // Restores the caret between the same digits after separators were added or removed.
    const input = field.current
    if (digitsAfterCaret.current === null || !input || document.activeElement !== input) return
    let position = input.value.length
    for (let left = digitsAfterCaret.current; position > 0 && left > 0; position--) if (/\d/.test(input.value[position - 1] ?? '')) left--
    input.setSelectionRange(position, position)
    digitsAfterCaret.current = null
  })

  /** Deleting a separator deletes the digit next to it instead. */
  function skipSeparator(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart: at, selectionEnd, value: shown } = event.currentTarget
    if (at === null || at !== selectionEnd) return
    const to = event.key === 'Backspace' && shown[at - 1] === '.' ? at - 1 : event.key === 'Delete' && shown[at] === '.' ? at + 1 : at
    if (to !== at) event.currentTarget.setSelectionRange(to, to)
  }

  function step(event: KeyboardEvent<HTMLInputElement>) {
    skipSeparator(event)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const amount = Number(plainNumber(value)) || 0
    onChange(grouped.format(Math.max(0, amount + (event.key === 'ArrowUp' ? stepIdr : -stepIdr))))
  }

  return (
    <TextField
      ref={field}
      label="Harga"
      inputMode="numeric"
      autoComplete="off"
      placeholder="0"
      required={required}
      value={value}
      error={error}
      hint={<ResultingPrice price={plainNumber(value)} discount={discount} />}
      onChange={(event) => {
        const input = event.currentTarget
        digitsAfterCaret.current = (input.value.slice(input.selectionStart ?? input.value.length).match(/\d/g) ?? []).length
        onChange(formatTyped(input.value))
      }}
      onKeyDown={step}
      onBlur={onBlur}
    />
  )
}

function ResultingPrice({ price, discount }: { price: string; discount: string }) {
  const amount = Number(price)
  const percent = Number(discount) || 0
  if (price === '' || !Number.isInteger(amount) || amount < 0 || percent < 0 || percent > 100) return <>Dalam rupiah. 0 berarti gratis.</>
  const paid = priceAfterDiscount({ price: amount, discount: percent })
  if (!isChargeable(paid)) return <>Siswa membayar {formatRupiah(paid)}. Pembayaran kartu minimal Rp 10.000.</>
  return <>{paid === 0 ? 'Kelas ini gratis.' : `Siswa membayar ${formatRupiah(paid)}.`}</>
}
