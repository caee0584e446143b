import { useRef, useState, type ChangeEvent } from 'react'
import { fieldErrors } from '#contract/client.ts'
import { profileForm, type Account } from '#contract/identity/account.ts'
import { imageHint, imageLimits, imageProblem, acceptImages } from '#contract/kit/media/images.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { pictureToUpload } from '#web/kit/ui/picture-to-upload.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useApi } from '#web/identity/api.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { useUnsavedGuard } from '#web/identity/session/use-unsaved-guard.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { Section } from './section.tsx'
import { useAccountForm } from './use-account-form.tsx'
import { useUpdateSessionUser } from './use-update-session-user.ts'

export function ProfileSection({ account }: { account: Account }) {
  return (
    <Section anchor="profil" title="Profil" lead="Nama dan foto tampil di kelas, ulasan, dan sertifikatmu.">
      <Photo account={account} />
      <ProfileForm account={account} />
    </Section>
  )
}

function Photo({ account }: { account: Account }) {
  const { authenticated } = useApi()
  const updateSessionUser = useUpdateSessionUser()
  const picker = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const hasPhoto = !account.photo.endsWith('/default.jpg')

  async function save(chosen: File | null) {
    setBusy(true)
    setProblem(null)
    try {
      const photo = chosen && (await pictureToUpload(chosen, imageLimits))
      const invalid = photo && imageProblem(photo)
      if (invalid) return setProblem(invalid)
      const { data } = await withLogin(() => authenticated.account.updateMe({ photo }))
      await updateSessionUser(data)
      toast.success(photo ? 'Foto diganti.' : 'Foto dihapus.')
    } catch (error) {
      setProblem(
        fieldErrors(error)['photo'] ??
          failureText(error, 'Foto belum tersimpan. Coba lagi.', identityText.connectionFailed),
      )
    } finally {
      setBusy(false)
    }
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0]
    // Allows choosing the same file again.
    target.value = ''
    if (chosen) void save(chosen)
  }

  return (
    <div className="mb-5">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={account.photo} name={account.name} size={96} />
        <div className="flex flex-wrap gap-2">
          <Button type="button" variant="outline" busy={busy} onClick={() => picker.current?.click()}>
            Ganti foto
          </Button>
          {hasPhoto && (
            <Button
              type="button"
              variant="ghost"
              className="text-mengkudu!"
              disabled={busy}
              onClick={() => void save(null)}
            >
              Hapus foto
            </Button>
          )}
        </div>
        <input
          ref={picker}
          type="file"
          aria-label="Foto profil"
          accept={acceptImages}
          className="sr-only"
          tabIndex={-1}
          onChange={choose}
        />
      </div>
      <p className="mt-2 text-sm text-ink-3">{imageHint}</p>
      {problem && <FormError>{problem}</FormError>}
    </div>
  )
}

function ProfileForm({ account: { name, headline, bio } }: { account: Account }) {
  const { authenticated } = useApi()
  const updateSessionUser = useUpdateSessionUser()
  const form = useAccountForm(
    profileForm,
    { name, headline, bio },
    {
      call: (values) => authenticated.account.updateMe(values),
      async done({ data }) {
        form.markSaved()
        await updateSessionUser(data)
        toast.success('Profil tersimpan.')
      },
      failed: 'Profil belum tersimpan. Coba lagi.',
    },
  )
  useUnsavedGuard(form.isDirty)

  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      {form.notices}
      <TextField label="Nama" autoComplete="name" required {...form.field('name')} />
      <TextField
        label="Tentangmu dalam satu kalimat"
        hint="Misalnya: Desainer yang sedang belajar React."
        {...form.field('headline')}
      />
      <TextAreaField label="Bio" rows={4} {...form.field('bio')} />
      <Button type="submit" className="justify-self-start" busy={form.isSubmitting} disabled={form.isWaiting}>
        Simpan profil
      </Button>
    </form>
  )
}
