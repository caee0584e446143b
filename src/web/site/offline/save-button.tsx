import Download from 'lucide-react/icons/download'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useState, type ComponentType } from 'react'
import { useApi } from '#web/identity/index.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import type { OfflineItem } from './offline-item.ts'
import { removeSaved, type SavedItem } from './saved-store.ts'
import { canSaveOffline, useSaved } from './use-saved.ts'

// Loaded on the first click: most pages are never saved offline.
const loadSaving = () => import('./save.ts')

type Props = {
  item: OfflineItem
  compact?: boolean
  /** Shows what of the saved item is not loaded yet. A slot, because only courses have such parts. */
  Missing?: ComponentType<{ saved: SavedItem; onRetry: () => void }>
}

/** Saves an item offline after showing its size, or removes it. */
export function SaveButton({ item, compact = false, Missing }: Props) {
  const { sessions } = useApi()
  const [busy, setBusy] = useState(false)
  /** Progress of its videos; null while none is loaded. */
  const [percent, setPercent] = useState<number | null>(null)
  // Null until hydration. The invisible button takes its space, so that the layout does not shift.
  const [possible, setPossible] = useState<boolean | null>(null)
  useEffect(() => setPossible(canSaveOffline()), [])
  const saved = useSaved().saved.find(({ kind, id }) => kind === item.kind && id === item.id)
  const isSaved = saved !== undefined
  if (possible === false) return null

  async function save(action: 'saveWithConsent' | 'saveMissingVideos') {
    setBusy(true)
    try {
      const saving = await loadSaving()
      const outcome = await saving[action](item, await sessions.read(location.pathname), setPercent)
      if (outcome) toast[outcome.isComplete ? 'success' : 'error'](outcome.message)
    } catch {
      toast.error('Belum bisa disimpan. Periksa koneksi, lalu coba lagi.')
    } finally {
      setBusy(false)
      setPercent(null)
    }
  }
  async function remove() {
    if (
      !(await askConfirm({
        title: 'Hapus dari perangkat?',
        text: `“${item.title}” hanya bisa dibuka lagi saat online.`,
        confirmLabel: 'Hapus',
      }))
    )
      return
    await removeSaved(item)
    toast.success('Dihapus dari perangkat ini.')
  }

  const label = isSaved ? 'Hapus simpanan offline' : 'Simpan offline'
  const Icon = isSaved ? CircleCheck : Download
  const button = (
    <button
      type="button"
      title={label}
      aria-busy={busy || undefined}
      onClick={() => void (busy ? null : isSaved ? remove() : save('saveWithConsent'))}
      className={classNames(
        'needs-script',
        possible === null && 'invisible',
        compact
          ? 'grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunken hover:text-ink'
          : 'inline-flex min-h-11 items-center gap-2 rounded-button border border-border px-4 text-sm font-semibold hover:bg-sunken',
      )}
    >
      {busy ? (
        <Spinner />
      ) : (
        (compact || !isSaved) && <Icon aria-hidden className={`size-5 ${isSaved ? 'text-daun' : ''}`} />
      )}
      {/* Beside the state, the name of the action is short. */}
      {compact || !isSaved ? (
        <span className={compact ? 'sr-only' : ''}>{label}</span>
      ) : (
        <span>
          Hapus<span className="sr-only"> simpanan offline</span>
        </span>
      )}
    </button>
  )
  if (compact) return button
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      {isSaved && (
        <p className="flex items-center gap-2 text-sm font-semibold">
          <CircleCheck aria-hidden className="size-5 text-daun" /> Tersimpan offline
        </p>
      )}
      {button}
      {saved && !busy && Missing && <Missing saved={saved} onRetry={() => void save('saveMissingVideos')} />}
      {percent !== null && <span className="text-sm tabular-nums">Menyimpan video {percent}%</span>}
    </div>
  )
}
