import { CheckboxField } from '#web/kit/ui/field.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ShortcutList } from '#web/kit/ui/lists/shortcut-list.tsx'

const keys = [
  ['n', 'Materi berikutnya'],
  ['p', 'Materi sebelumnya'],
  ['m', 'Tandai selesai, atau batalkan'],
  ['f', 'Mode fokus'],
  ['?', 'Daftar pintasan ini'],
] as const

/** Keys of an uploaded video; YouTube's player has its own. */
const videoKeys = [
  ['k', 'Putar atau jeda video'],
  ['j', 'Mundur 10 detik'],
  ['l', 'Maju 10 detik'],
  ['<', 'Lebih lambat'],
  ['>', 'Lebih cepat'],
  ['c', 'Teks video'],
  ['i', 'Gambar dalam gambar'],
] as const

type Props = {
  /** True for an uploaded video. */ hasVideo: boolean
  enabled: boolean
  onChange: (enabled: boolean) => void
  onClose: () => void
}

export function ShortcutsDialog({ hasVideo, enabled, onChange, onClose }: Props) {
  return (
    <Dialog open title="Pintasan keyboard" onClose={onClose}>
      <ShortcutList shortcuts={hasVideo ? [...videoKeys, ...keys] : keys} />
      <CheckboxField
        className="mt-4 border-t border-line pt-3"
        label="Pakai pintasan satu huruf"
        checked={enabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Dialog>
  )
}
