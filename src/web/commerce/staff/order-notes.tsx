import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { orderNoteInput, type OrderNote } from '#contract/commerce/order-notes.ts'
import type { TransactionDetail } from '#contract/commerce/orders-staff.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { useUnsavedGuard } from '#web/identity/session/use-unsaved-guard.ts'
import { newKey } from '#web/kit/device/device-store.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { DraftNotice, FormFailure } from '#web/kit/staff/form/form-parts.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { useInvalidFocus } from '#web/kit/staff/form/use-invalid-focus.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { CheckboxField, TextAreaField } from '#web/kit/ui/field.tsx'

type Props = { transaction: Pick<TransactionDetail, '_id' | 'buyerId' | 'user'>; notes: readonly OrderNote[] }

/** Notes of admins about the order, and those to its buyer. */
export function OrderNotes({ transaction, notes }: Props) {
  return (
    <section aria-label="Catatan" className="mt-8">
      <h2 className="mb-3 text-xl font-bold">Catatan</h2>
      {notes.length > 0 && (
        <ul className="mb-4 grid gap-3">
          {notes.map((note) => (
            <Note key={note._id} note={note} />
          ))}
        </ul>
      )}
      <NoteForm transaction={transaction} />
    </section>
  )
}

function Note({ note: { _id: id, author, text, isSent, createdAt } }: { note: OrderNote }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'remove'>(describeFailure)

  async function remove() {
    const pressed = document.activeElement
    const isConfirmed = await askConfirm({
      title: 'Hapus catatan?',
      text: 'Catatan ini hilang untuk semua admin.',
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!isConfirmed) return
    const isRemoved = await run('remove', async () => {
      const { message } = await authenticated.orderNotes.deleteOrderNote({ id })
      leaveRow(pressed)
      toast.success(message ?? 'Catatan dihapus.')
      await revalidate()
    })
    // Another admin may have been first.
    if (!isRemoved) await revalidate()
  }

  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 text-sm text-ink-3 wrap-anywhere">
          <strong className="text-ink">{author ?? 'Admin yang akunnya dihapus'}</strong> ·{' '}
          {formatShortDateTime(createdAt)}
        </p>
        {isSent ? (
          <Badge tone="info">Dikirim ke pembeli</Badge>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            className="text-mengkudu!"
            busy={busy !== null}
            onClick={() => void remove()}
          >
            Hapus<span className="sr-only"> catatan {formatShortDateTime(createdAt)}</span>
          </Button>
        )}
      </div>
      <p className="mt-1 max-w-[68ch] whitespace-pre-line wrap-anywhere">{text}</p>
    </li>
  )
}

const empty = { text: '', sendToBuyer: false }

function NoteForm({ transaction: { _id: id, buyerId, user } }: Pick<Props, 'transaction'>) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [key, setKey] = useState(newKey)
  const form = useContractForm(bySchema(orderNoteInput), {
    values: empty,
    draft: `order-note:${id}`,
    save: ({ text, sendToBuyer }) =>
      authenticated.orderNotes.addOrderNote({ id, key, text, sendToBuyer: sendToBuyer && buyerId !== null }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Catatan disimpan.')
      form.reset(empty)
      setKey(newKey())
      await revalidate()
    },
  })
  const isToSend = useWatch({ control: form.control, name: 'sendToBuyer' })
  const element = useInvalidFocus(form)
  useUnsavedGuard(form.hasUnsavedInput, {
    text: 'Tinggalkan halaman? Catatanmu tersimpan di perangkat ini dan bisa dipulihkan saat kamu kembali.',
    onLeave: form.saveLocalDraft,
    onSignOut: form.discardDraft,
  })
  return (
    <form
      ref={element}
      noValidate
      className="grid gap-4 rounded-card border border-line bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <DraftNotice form={form} />
      <TextAreaField
        label="Catatan baru"
        rows={4}
        required
        // Text typed during the save would go with what was saved.
        readOnly={form.isSaving}
        hint={isToSend ? 'Dikirim seperti kamu menulisnya.' : 'Hanya admin yang melihatnya.'}
        {...form.field('text')}
      />
      {buyerId === null ? (
        <p className="text-sm text-ink-3">Akun pembelinya sudah dihapus, jadi catatan hanya bisa disimpan.</p>
      ) : (
        <CheckboxField
          label="Kirim juga ke pembeli lewat email"
          hint={`Untuk ${user.name}. Yang sudah dikirim tidak bisa dihapus.`}
          {...form.field('sendToBuyer')}
        />
      )}
      <FormFailure form={form} />
      <Button type="submit" className="justify-self-start" busy={form.isSaving}>
        {isToSend && buyerId !== null ? 'Simpan & kirim' : 'Simpan catatan'}
      </Button>
    </form>
  )
}
