import { formatShortDateTime } from '#contract/kit/days.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import type { FormFrame } from './use-contract-form.ts'

/** The failure of the whole form. While the dialog of a stale version is open, only the dialog says it. */
export const FormFailure = ({ form: { failure } }: { form: FormFrame }) => (
  <FormError>{failure?.isStale ? null : failure?.text}</FormError>
)

/** Offers the input of an earlier visit that was not saved. */
export function DraftNotice({ form }: { form: FormFrame }) {
  if (form.offeredDraft === null) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-field bg-info-50 px-4 py-3 text-info"
    >
      <p className="font-semibold">
        Ada isian yang belum disimpan dari {formatShortDateTime(new Date(form.offeredDraft).toISOString())}.
      </p>
      <span className="flex gap-2">
        <Button type="button" size="sm" onClick={form.restoreDraft}>
          Pulihkan
        </Button>
        <Button type="button" size="sm" variant="outline" onClick={form.removeDraft}>
          Buang
        </Button>
      </span>
    </div>
  )
}

/** After a save that was rejected because another one came first, perhaps from another tab: compare in a new tab, or reload. No input is lost. */
export function StaleDialog({ form }: { form: FormFrame }) {
  if (!form.failure?.isStale) return null
  return (
    <Dialog open title="Ada versi yang lebih baru" onClose={form.closeStale}>
      <div className="grid gap-5">
        <p className="text-ink-2">
          {form.failure.text} Isianmu tersimpan di perangkat ini dan bisa dipulihkan setelah dimuat ulang.
          {form.onLeaving === 'draft is saved without files' && ' Hanya gambarnya yang perlu dipilih lagi.'}
        </p>
        <a
          href={location.href}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center underline underline-offset-2"
        >
          Buka versi terbaru di tab baru
        </a>
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={form.closeStale}>
            Tetap di sini
          </Button>
          <Button type="button" onClick={form.reload}>
            Muat ulang
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
