import { useState, type FormEvent } from 'react'
import { formatRupiah } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { PromoCode } from './use-promo-code.ts'

/** The field 'Kode Promo'; for an applied code, the saving and the amount to pay. */
export function PromoField({ promo }: { promo: PromoCode }) {
  const [typed, setTyped] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    void promo.apply(typed)
  }

  if (promo.applied) {
    const { code, quote } = promo.applied
    return (
      <div role="status" className="grid gap-3">
        <div className="flex items-center justify-between gap-3 rounded-field bg-daun-50 py-1 pr-1 pl-4 text-sm text-daun">
          <p>
            <strong>{code}</strong> hemat {formatRupiah(quote.promoDiscount)}
          </p>
          <Button
            type="button"
            variant="ghost"
            size="sm"
            aria-label={`Hapus kode ${code}`}
            onClick={() => {
              promo.remove()
              setTyped('')
            }}
          >
            Hapus
          </Button>
        </div>
        <p className="flex items-baseline justify-between gap-3 font-semibold">
          Yang kamu bayar <strong className="text-2xl font-extrabold tabular-nums">{formatRupiah(quote.total)}</strong>
        </p>
      </div>
    )
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-[1fr_auto] items-start gap-2">
      <TextField
        label="Kode Promo"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={promo.failure ?? undefined}
      />
      <Button type="submit" variant="outline" className="mt-7" busy={promo.isChecking}>
        Pakai
      </Button>
    </form>
  )
}
