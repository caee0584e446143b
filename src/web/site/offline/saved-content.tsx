import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useState } from 'react'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { formatDate } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { freeSpace } from '#web/kit/device/bytes.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { missingVideosOf } from './missing-videos-of.ts'
import { removeSaved, type SavedItem } from './saved-store.ts'
import { useSaved } from './use-saved.ts'

const kindLabels: Record<SavedItem['kind'], string> = {
  ebook: 'E-book',
  tip: 'Tips',
  course: 'Kelas',
  schedule: 'Sesi langsung',
}

/** The saved items with their size, each with a link and a remove button. For the settings and the offline page. */
export function SavedContent() {
  const { saved, hasOthers } = useSaved()
  const [freeBytes, setFreeBytes] = useState<number | null>(null)
  useEffect(() => {
    void freeSpace().then(setFreeBytes)
  }, [saved])
  const total = saved.reduce((sum, { bytes }) => sum + bytes, 0)
  if (saved.length === 0 && hasOthers) return <OtherUsersItems />
  if (saved.length === 0)
    return (
      <p className="text-ink-2">
        Belum ada materi tersimpan. Buka kelas, e-book, atau tips, lalu pilih “Simpan offline”.
      </p>
    )
  async function clear() {
    const pressed = document.activeElement
    const text = 'Semua materi tersimpan dihapus dari perangkat ini. Progres membaca tidak ikut terhapus.'
    if (
      !(await askConfirm({ title: 'Hapus semua materi tersimpan?', text, confirmLabel: 'Hapus semua', danger: true }))
    )
      return
    leaveRow(pressed)
    await Promise.all(saved.map(removeSaved))
    toast.success('Semua materi tersimpan dihapus dari perangkat ini.')
  }
  return (
    <div>
      <p role="status" className="text-sm text-ink-2">
        {saved.length} materi · {formatBytes(total)}
        {/* The browser's quota for this site, even where the disk has less. */}
        {freeBytes !== null && `, dan peramban mengizinkan kira-kira ${formatBytes(freeBytes)} lagi`}
      </p>
      <ul className="mt-3 grid grid-cols-1 gap-2">
        {saved.map((entry) => (
          <li
            key={`${entry.kind} ${entry.id}`}
            className="flex items-center justify-between gap-3 rounded-card border border-line bg-surface p-3"
          >
            {/* A full page load, because only that is served from the cache offline. */}
            <a href={entry.path} className="min-w-0 flex-1 py-1 hover:underline">
              <span className="block truncate font-semibold">{entry.title}</span>
              <span className="text-sm text-ink-3">
                {kindLabels[entry.kind]} · {formatBytes(entry.bytes)} · {formatDate(entry.savedAt)}
                {missingVideosOf(entry).length > 0 && ` · ${missingVideosOf(entry).length} video belum tersimpan`}
              </span>
            </a>
            <button
              type="button"
              onClick={(event) => {
                leaveRow(event.currentTarget)
                void removeSaved(entry).then(() => toast.success('Dihapus dari perangkat ini.'))
              }}
              className="grid size-11 place-items-center rounded-full text-mengkudu hover:bg-sunken"
            >
              <Trash2 aria-hidden className="size-5" />
              <span className="sr-only">Hapus {entry.title} dari perangkat</span>
            </button>
          </li>
        ))}
      </ul>
      {hasOthers && <OtherUsersItems />}
      <Button variant="ghost" className="mt-4 text-mengkudu!" onClick={() => void clear()}>
        Hapus semua
      </Button>
    </div>
  )
}

/** Does not reveal the owner or the titles: another person may use the device now. */
const OtherUsersItems = () => (
  <p role="status" className="mt-3 text-ink-2">
    Sesi akun yang menyimpan materi di perangkat ini sudah berakhir.{' '}
    <a href={paths.signIn({ next: '/offline' })} className="font-semibold underline underline-offset-2">
      Masuk lagi
    </a>{' '}
    untuk membuka materinya.
  </p>
)
