import { CheckboxField } from '#web/ui/field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ShortcutList } from '#web/ui/shortcut-list.tsx'

const keys = [
  ['n', 'Materi berikutnya'],
  ['p', 'Materi sebelumnya'],
  ['m', 'Tandai selesai, atau batalkan'],
  ['f', 'Mode fokus'],
  ['?', 'Daftar pintasan ini'],
] as const

type Props = { enabled: boolean; onChange: (enabled: boolean) => void; onClose: () => void }

export function ShortcutsDialog({ enabled, onChange, onClose }: Props) {
  return (
    <Dialog open title="Pintasan keyboard" onClose={onClose}>
      <ShortcutList shortcuts={keys} />
      <CheckboxField
        className="mt-4 border-t border-line pt-3"
        label="Pakai pintasan satu huruf"
        checked={enabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Dialog>
  )
}
