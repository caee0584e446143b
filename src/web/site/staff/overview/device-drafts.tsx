import ChevronRight from 'lucide-react/icons/chevron-right'
import { useSyncExternalStore } from 'react'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { htmlToText } from '#web/kit/staff/html-to-text.ts'
import { draftStore } from '#web/kit/staff/use-local-draft.ts'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { copyWithToast } from '#web/kit/ui/sharing/copy-text.ts'

/** By what a draft's name begins with. */
const kinds: Record<string, string> = {
  content: 'Materi',
  new: 'Materi baru',
  course: 'Kelas',
  quiz: 'Kuis',
  rubric: 'Tugas',
  review: 'Penilaian tugas',
  section: 'Bagian e-book',
  ebook: 'E-book',
  tip: 'Tips',
  legal: 'Halaman hukum',
  settings: 'Pengaturan',
}

/** Switches and choices say nothing by themselves. */
const isWritten = (value: unknown): value is string => typeof value === 'string' && value.trim().length > 0

/**
 * Unsaved drafts of forms on this device. A form offers its draft where it is; here it can be taken out also when what it
 * belongs to was deleted. Nothing without drafts.
 */
export function DeviceDrafts() {
  const { _id: owner } = useStaffUser()
  const names = useSyncExternalStore(
    draftStore.subscribe,
    () => draftStore.list(owner).join('\n'),
    () => '',
  )
  if (names === '') return null
  const drafts = names.split('\n').flatMap((name) => {
    const draft = draftStore.read(owner, name)
    return draft ? [{ name, ...draft }] : []
  })
  async function remove(name: string) {
    const pressed = document.activeElement
    const sure = await askConfirm({
      title: 'Hapus draf?',
      text: 'Isian ini hilang dari perangkat ini.',
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!sure) return
    leaveRow(pressed)
    draftStore.update(owner, name, () => null)
  }
  return (
    <details className="group mb-8 rounded-card border border-line bg-surface">
      <summary className="flex min-h-14 items-center justify-between gap-4 px-4 py-3 md:px-5">
        <h2 className="text-lg font-bold">Belum disimpan di perangkat ini</h2>
        <span className="flex items-center gap-2 text-sm text-ink-2">
          {drafts.length} draf
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 soft group-open:rotate-90" />
        </span>
      </summary>
      <ul className="border-t border-line">
        {drafts.map(({ name, savedAt, values }) => {
          const text = Object.values(values).filter(isWritten).map(htmlToText).join('\n\n')
          const kind = kinds[name.split(':')[0] ?? ''] ?? 'Formulir'
          return (
            <li
              key={name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 md:px-5"
            >
              <span className="min-w-0 flex-1 basis-60">
                <span className="block font-semibold">
                  {kind}, {formatShortDateTime(new Date(savedAt).toISOString())}
                </span>
                <span className="line-clamp-2 text-sm text-ink-2 wrap-anywhere">{text || 'Tanpa teks'}</span>
              </span>
              <span className="flex gap-2">
                {text && (
                  <Button
                    size="sm"
                    variant="outline"
                    onClick={() =>
                      void copyWithToast(text, {
                        copied: 'Isi draf disalin.',
                        failed: 'Belum bisa disalin. Pilih teksnya, lalu salin.',
                      })
                    }
                  >
                    Salin isi
                  </Button>
                )}
                <Button size="sm" variant="ghost" className="text-mengkudu!" onClick={() => void remove(name)}>
                  Hapus
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
