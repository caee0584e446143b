import { useState } from 'react'
import type { AdminCategory } from '#contract/categories.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { useApi } from '#web/identity/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError, SelectField } from '#web/ui/field.tsx'

type Props = { category: AdminCategory; others: readonly AdminCategory[]; onClose: () => void; onDeleted: (message: string | undefined) => void }

/** A category in use can only be deleted if its courses move to another one. */
export function MoveCoursesDialog({ category, others, onClose, onDeleted }: Props) {
  const { mine } = useApi()
  const [target, setTarget] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function remove() {
    if (!target) return setError('Pilih kategori tujuan')
    setBusy(true)
    setFailure(null)
    try {
      onDeleted((await mine.categories.deleteCategory({ id: category._id, moveTo: target })).message)
    } catch (caught) {
      setFailure(describeFailure(caught))
      setBusy(false)
    }
  }

  return (
    <Dialog title={`Hapus ${category.name}?`} open onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-ink-2">
          {category.courseCount > 0 ? `${category.courseCount} kelas` : 'Beberapa kelas'} memakai kategori ini. Pindahkan dulu ke kategori lain.
        </p>
        {failure && <FormError>{failure}</FormError>}
        <SelectField
          label="Pindahkan kelas ke"
          required
          value={target}
          error={error}
          onChange={(event) => {
            setTarget(event.currentTarget.value)
            setError(null)
          }}
        >
          <option value="">-- Pilih kategori --</option>
          {others.map((other) => (
            <option key={other._id} value={other._id}>
              {other.name}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Batal
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            Pindahkan dan hapus
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
