import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import type { InstructorPromoLimits, PromoCode, PromoPhase } from '#contract/commerce/promo-codes.ts'
import { withLogin } from '#web/identity/index.ts'
import { RowActions, actionsColumn } from '#web/kit/staff/lists/cells.tsx'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import type { PromoCodeCalls } from './promo-code-calls.ts'
import { PromoCodeDialog } from './promo-code-dialog.tsx'

const phases: Record<PromoPhase, { label: string; tone: BadgeTone }> = {
  running: { label: 'Berlaku', tone: 'success' },
  upcoming: { label: 'Akan datang', tone: 'info' },
  over: { label: 'Berakhir', tone: 'neutral' },
}

function describeDiscount({ kind, value }: PromoCode): string {
  if (kind === 'percent') return `${value}%`
  return kind === 'amount-off' ? `−${formatRupiah(value)}` : `Jadi ${formatRupiah(value)}`
}

const usesOf = ({ uses, totalLimit }: PromoCode) => (totalLimit === null ? String(uses) : `${uses} / ${totalLimit}`)

type Actions = { edit: (promo: PromoCode) => void; remove: (promo: PromoCode) => void }

const createColumns = (actions: Actions, showsInstructor: boolean): readonly Column<PromoCode>[] => [
  {
    key: 'code',
    label: 'Kode',
    isName: true,
    cell: (promo) => (
      <span className="min-w-0">
        <span className="block font-mono font-semibold wrap-anywhere">{promo.code}</span>
        <span className="block text-sm wrap-anywhere text-ink-3">{promo.scopeName ?? 'Semua kelas dan e-book'}</span>
        {showsInstructor && promo.instructor && (
          <span className="block text-sm wrap-anywhere text-ink-3">Dari {promo.instructor.name}</span>
        )}
      </span>
    ),
  },
  {
    key: 'worth',
    label: 'Potongan',
    cell: (promo) => <span className="whitespace-nowrap">{describeDiscount(promo)}</span>,
  },
  { key: 'uses', label: 'Dipakai', numeric: true, cell: usesOf },
  {
    key: 'dates',
    label: 'Masa berlaku (WIB)',
    cell: (promo) => (
      <span className="text-sm max-md:text-right">
        {formatShortDateTime(promo.startsAt)}
        <span className="block">s.d. {formatShortDateTime(promo.endsAt)}</span>
      </span>
    ),
  },
  {
    key: 'phase',
    label: 'Status',
    cell: (promo) => <Badge tone={phases[promo.phase].tone}>{phases[promo.phase].label}</Badge>,
  },
  actionsColumn((promo) => (
    <RowActions>
      <Button size="sm" variant="outline" onClick={() => actions.edit(promo)}>
        Ubah<span className="sr-only"> {promo.code}</span>
      </Button>
      {promo.uses === 0 && (
        <Button size="sm" variant="ghost" className="text-mengkudu!" onClick={() => actions.remove(promo)}>
          Hapus<span className="sr-only"> {promo.code}</span>
        </Button>
      )}
    </RowActions>
  )),
]

type Props = {
  rows: readonly PromoCode[]
  meta: { page: number; limit: number; total: number }
  lead: string
  calls: PromoCodeCalls
  /** Null: codes of the site. */
  limits: InstructorPromoLimits | null
  /** Opens the form of a new code with this name. */
  newCode?: string | null
}

/** Promo codes with their forms: all of the site, or those of an instructor. */
export function PromoCodeList({ rows, meta, lead, calls, limits, newCode = null }: Props) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ promo: PromoCode | null; code?: string } | null>(
    newCode ? { promo: null, code: newCode } : null,
  )
  const canAdd = limits === null || limits.maximumPercent > 0

  async function done(message: string | undefined) {
    setOpen(null)
    toast.success(message ?? 'Tersimpan.')
    await revalidate()
  }

  async function remove(promo: PromoCode) {
    const pressed = document.activeElement
    if (
      !(await askConfirm({
        title: 'Hapus kode promo?',
        text: `Kode ${promo.code} dihapus.`,
        confirmLabel: 'Hapus',
        danger: true,
      }))
    )
      return
    try {
      const { message } = await withLogin(() => calls.remove(promo._id))
      leaveRow(pressed)
      await done(message)
    } catch (error) {
      toast.error(describeFailure(error))
      await revalidate()
    }
  }

  const add = (
    <Button disabled={!canAdd} onClick={() => setOpen({ promo: null })}>
      <Plus aria-hidden className="size-4.5" />
      Kode baru
    </Button>
  )
  return (
    <StaffPage title="Kode promo" lead={lead} actions={add}>
      <StaffList
        caption="Daftar kode promo"
        columns={createColumns(
          { edit: (promo) => setOpen({ promo }), remove: (promo) => void remove(promo) },
          limits === null,
        )}
        rows={rows}
        meta={meta}
        countWord="kode"
        search="Cari kode"
        filters={[
          {
            name: 'phase',
            label: 'Status',
            all: 'Semua status',
            options: (['running', 'upcoming', 'over'] as const).map((value) => ({ value, label: phases[value].label })),
          },
        ]}
        empty={{ title: 'Belum ada kode promo.', text: 'Buat kode pertama untuk promo berikutnya.' }}
      />
      {open && (
        <PromoCodeDialog
          promo={open.promo}
          code={open.code ?? ''}
          limits={limits}
          save={calls.save}
          onClose={() => setOpen(null)}
          onSaved={(message) => void done(message)}
        />
      )}
    </StaffPage>
  )
}
