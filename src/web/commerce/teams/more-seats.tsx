import { useState, type FormEvent } from 'react'
import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import { maximumTeamSeats } from '#contract/groups/team-input.ts'
import type { Team } from '#contract/groups/teams.ts'
import { serverMessage } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { useCheckout } from '#web/commerce/checkout/use-checkout.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { PaySeats } from './pay-seats.tsx'
import { readSeats } from './seat-input.ts'

/** Buying more seats of a team, at the price of today. */
export function MoreSeats({ team }: { team: Team }) {
  const { authenticated } = useApi()
  const [typed, setTyped] = useState('1')
  const [error, setError] = useState<string | undefined>(undefined)
  const seats = readSeats(typed, 1)
  const quoted = useRemote(seats === null ? null : `${team._id} ${seats}`, async (signal) => {
    try {
      const { data } = await authenticated.commerce.quote({ teamId: team._id, seats: seats ?? 1 }, { signal })
      return { totalIdr: data.total }
    } catch (failure) {
      const sentence = serverMessage(failure)
      if (sentence === null) throw failure
      return { sentence }
    }
  })
  const totalIdr = quoted.data && 'totalIdr' in quoted.data ? quoted.data.totalIdr : null
  const checkout = useCheckout(
    {
      kind: 'team',
      id: team._id,
      title: team.title,
      price: totalIdr ?? 0,
      discount: 0,
      ownerPath: paths.team({ teamId: team._id }),
      teamId: team._id,
      ...(seats !== null && { seats }),
    },
    { promoCode: null, replaced: null, shownTotal: totalIdr },
  )

  function pay(method?: PaymentMethod) {
    if (seats === null) return setError(`Isi 1–${maximumTeamSeats} kursi`)
    setError(undefined)
    void checkout.buy(method)
  }

  return (
    <section aria-labelledby="tambah" className="rounded-card border border-line bg-surface p-5 print:hidden">
      <h2 id="tambah" className="text-lg font-bold">
        Tambah kursi
      </h2>
      <form
        noValidate
        aria-label="Tambah kursi"
        className="mt-3 grid max-w-96 gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          pay()
        }}
      >
        <TextField
          label="Jumlah kursi tambahan"
          type="number"
          inputMode="numeric"
          min={1}
          max={maximumTeamSeats}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {quoted.status === 'failed' && <LoadFailure onRetry={quoted.reload}>Harganya belum bisa dimuat.</LoadFailure>}
        {quoted.data && 'sentence' in quoted.data && <p className="text-sm text-ink-2">{quoted.data.sentence}</p>}
        <PaySeats
          checkout={checkout}
          amountIdr={totalIdr}
          onPay={pay}
          isDisabled={quoted.data !== undefined && quoted.data !== null && 'sentence' in quoted.data}
        />
      </form>
    </section>
  )
}
