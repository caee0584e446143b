import { useState, type SubmitEvent } from 'react'
import { fieldErrors } from '#contract/client.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'

export type TitlePrompt = { title: string; label: string; initial: string; save: (value: string) => Promise<void> }

/** Asks for one line of text and stays open until it is saved. */
export function TitleDialog({ prompt, onClose }: { prompt: TitlePrompt; onClose: () => void }) {
  const [value, setValue] = useState(prompt.initial)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!value.trim()) return setError(`${prompt.label} wajib diisi`)
    setBusy(true)
    try {
      await prompt.save(value.trim())
      onClose()
    } catch (caught) {
      setError(Object.values(fieldErrors(caught))[0] ?? describeFailure(caught))
      setBusy(false)
    }
  }

  return (
    <Dialog title={prompt.title} open onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <TextField
          label={prompt.label}
          required
          data-autofocus
          maxLength={200}
          value={value}
          error={error}
          onChange={(event) => {
            setValue(event.currentTarget.value)
            setError(null)
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={busy}>
            Simpan
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
