import { useState, type FormEvent } from 'react'
import { Amount } from '#web/catalog/amount.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import type { PromoCode } from './use-promo-code.ts'

type Props = {
  promo: PromoCode
  label?: string
  /** A code that can be applied with one press, and the amount to pay with it. */
  offer: { code: string; total: number } | null
}

/** The field 'Kode Promo'; for an applied code, the saving and the amount to pay. */
export function PromoField({ promo, label = 'Kode Promo', offer }: Props) {
  const [typed, setTyped] = useState('')
  // A pressed button goes with its code, or with the field: the focus is on what takes its place.
  const [isPressed, setPressed] = useState(false)
  function apply(code: string) {
    setPressed(true)
    void promo.apply(code)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    apply(typed)
  }

  if (promo.applied) {
    const { code, quote } = promo.applied
    return (
      <div role="status" className="grid gap-3">
        <div className="flex items-center justify-between gap-3 rounded-field bg-daun-50 p-1 pl-4 text-sm text-daun">
          <p>
            <strong>{code}</strong> hemat <Amount idr={quote.promoDiscount} />
          </p>
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="shrink-0"
            aria-label={`Hapus kode ${code}`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Only after a press.
            autoFocus={isPressed}
            onClick={() => {
              promo.remove()
              setTyped('')
              setPressed(true)
            }}
          >
            Hapus
          </Button>
        </div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
          Yang kamu bayar{' '}
          <strong className="font-extrabold">
            <Amount idr={quote.total} isTotal />
          </strong>
        </p>
      </div>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <div className="min-w-11 flex-1">
        <TextField
          label={label}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Only after a press.
          autoFocus={isPressed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={promo.failure ?? undefined}
        />
      </div>
      <Button type="submit" variant="outline" className="mt-7" busy={promo.isChecking}>
        Pakai
      </Button>
      {/* Below the field, so that nothing moves when it disappears while another code is typed. */}
      {offer && !typed && (
        <Button type="button" variant="outline" block onClick={() => apply(offer.code)}>
          <span>
            Pakai {offer.code}, jadi <Amount idr={offer.total} />
          </span>
        </Button>
      )}
    </form>
  )
}
