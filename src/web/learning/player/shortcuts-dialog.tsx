import { CheckboxField } from '#web/ui/field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const keys = [
  ['n', 'Pelajaran berikutnya'],
  ['p', 'Pelajaran sebelumnya'],
  ['m', 'Tandai selesai, atau batalkan'],
  ['f', 'Mode fokus'],
  ['?', 'Daftar pintasan ini'],
] as const

type Props = { enabled: boolean; onChange: (enabled: boolean) => void; onClose: () => void }

export function ShortcutsDialog({ enabled, onChange, onClose }: Props) {
  return (
    <Dialog open title="Pintasan keyboard" onClose={onClose}>
      <dl className="grid gap-2">
        {keys.map(([key, meaning]) => (
          <div key={key} className="flex items-center gap-3">
            <dt className="w-9">
              <kbd className="grid size-8 place-items-center rounded-chip border border-border bg-sunken font-mono font-bold">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        className="mt-4 border-t border-line pt-3"
        label="Pakai pintasan satu huruf"
        checked={enabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Dialog>
  )
}
