import type { UserDetail } from '#contract/identity/users.ts'
import { formatRupiah } from '#contract/kit/money.ts'

/** Only instructors and admins can ask for a payout: said before somebody stops being one. */
export function UnpaidBalance({ user: { name, unpaidIdr } }: { user: Pick<UserDetail, 'name' | 'unpaidIdr'> }) {
  if (unpaidIdr <= 0) return null
  return (
    <p className="rounded-card border border-line p-3">
      Saldo {name} sebesar <strong>{formatRupiah(unpaidIdr)}</strong> belum dicairkan. Setelah ini {name} tidak bisa
      meminta pencairannya lagi; selesaikan dulu, atau bayar di luar situs ini.
    </p>
  )
}
