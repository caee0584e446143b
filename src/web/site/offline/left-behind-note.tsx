import { useState } from 'react'
import { clearDevice } from '#web/identity/session/clear-device.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Not asked again before the browser is closed. */
const keptKey = 'cendaki-kept'

/** After a session that expired, or was ended from another device: whether what these people have here is to be deleted. */
export function LeftBehindNote({
  people,
  clear,
}: {
  people: readonly string[]
  clear: (userId: string) => Promise<void>
}) {
  const [isAnswered, setAnswered] = useState(() => sessionStorage.getItem(keptKey) !== null)
  if (isAnswered || people.length === 0) return null
  async function remove() {
    const confirmed = await askConfirm({
      title: 'Hapus semua dari perangkat ini?',
      text: 'Catatan, jawaban, dan isian yang belum terkirim ikut terhapus dan tidak bisa dikembalikan.',
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!confirmed) return
    setAnswered(true)
    for (const userId of people) {
      await clear(userId)
      clearDevice(userId)
    }
    toast.success('Perangkat ini sudah bersih.')
  }
  function keep() {
    sessionStorage.setItem(keptKey, '1')
    setAnswered(true)
  }
  return (
    <div className="fixed inset-x-3 bottom-24 z-40 mx-auto max-w-120 rounded-card border border-line bg-surface p-4 shadow-dialog lg:bottom-3">
      <p className="font-semibold">Sesimu di perangkat ini sudah berakhir</p>
      <p className="mt-1">
        Materi, catatan, dan isian yang tersimpan masih ada di sini dan terbuka lagi setelah kamu masuk. Kalau perangkat
        ini bukan milikmu, hapus saja.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => void remove()}>
          Hapus dari perangkat ini
        </Button>
        <Button size="sm" onClick={keep}>
          Biarkan
        </Button>
      </div>
    </div>
  )
}
