import { useState, type FormEvent } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { certificateNameInput, type Certificate } from '#contract/learning/certificates.ts'
import { withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { FormError, TextField } from '#web/kit/ui/field.tsx'

export type Issue = (name: string) => Promise<{ data: Certificate }>

type Props = {
  /** The title of the course or the path. */
  title: string
  name: string
  issue: Issue
  onClose: () => void
  onIssued: (certificate: Certificate) => void
}

/** Confirms the printed name, because a signed certificate cannot be changed. */
export function IssueDialog({ title, name: suggested, issue, onClose, onIssued }: Props) {
  const [name, setName] = useState(suggested)
  const [errors, setErrors] = useState<{ name?: string; form?: string }>({})
  const [isSaving, setSaving] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = certificateNameInput.safeParse({ name })
    if (!parsed.success) return setErrors({ name: parsed.error.issues[0]?.message ?? '' })
    setErrors({})
    setSaving(true)
    try {
      onIssued((await withLogin(() => issue(parsed.data.name))).data)
    } catch (error) {
      const rejected = fieldErrors(error).name
      setErrors(
        rejected
          ? { name: rejected }
          : { form: serverMessage(error) ?? 'Sertifikat belum bisa diterbitkan. Periksa koneksi, lalu coba lagi.' },
      )
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog open title="Konfirmasi nama" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-ink-2">
          Nama ini tercetak di sertifikat <strong>{title}</strong>. Sertifikat terbit sekali dan namanya tidak bisa
          diubah lagi, jadi periksa ejaannya.
        </p>
        <FormError>{errors.form}</FormError>
        <TextField
          label="Nama di sertifikat"
          required
          autoComplete="name"
          maxLength={100}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
          data-autofocus
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSaving}>
            Terbitkan sertifikat
          </Button>
          <Button type="button" variant="ghost" onClick={onClose}>
            Nanti saja
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
