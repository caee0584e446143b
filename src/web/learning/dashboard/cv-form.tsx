import { useEffect, useRef, useState, type FormEvent } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { cvInput, type Cv, type CvInput } from '#contract/learning/cv.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { useUnsavedGuard } from '#web/identity/session/use-unsaved-guard.ts'
import { focusInvalid } from '#web/kit/ui/behaviour/focus-invalid.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { CheckboxField, FormError, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { EntriesField } from './entries-field.tsx'

type Props = {
  cv: Cv
  /** Finished paths and courses, each of which may be left out. */
  items: readonly { _id: string; title: string }[]
  /** `isAll`: nothing was typed while it was saved. */
  onSaved: (cv: Cv, isAll: boolean) => void
  onCancel: () => void
}
type TextPart = 'headline' | 'phone' | 'city' | 'website' | 'about'

/** The editable part of the CV. */
export function CvForm({ cv, items, onSaved, onCancel }: Props) {
  const { authenticated } = useApi()
  const [draft, setDraft] = useState<CvInput>(cv)
  const [skills, setSkills] = useState(cv.skills.join(', '))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const typed = useRef({ draft, skills })
  useEffect(() => {
    typed.current = { draft, skills }
  }, [draft, skills])
  useUnsavedGuard(() => skills !== cv.skills.join(', ') || JSON.stringify(draft) !== JSON.stringify(cv))
  useEffect(() => {
    // The form is longer than the screen, so the first invalid field is focused.
    focusInvalid(form.current)
  }, [errors])
  const change = (part: Partial<CvInput>) => setDraft((before) => ({ ...before, ...part }))
  const text = (name: TextPart) => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    const parsed = cvInput.safeParse({ ...draft, skills: splitSkills(skills) })
    if (!parsed.success) return setErrors(byField(parsed.error.issues))
    setErrors({})
    setSaving(true)
    try {
      const { data } = await withLogin(() => authenticated.learning.saveCv({ ...parsed.data, version: cv.version }))
      const isAll = typed.current.draft === draft && typed.current.skills === skills
      toast.success(isAll ? 'Perubahan disimpan.' : 'Tersimpan. Yang barusan kamu ketik belum: tekan Simpan lagi.')
      onSaved(data, isAll)
    } catch (error) {
      const rejected = fieldErrors(error)
      setErrors(
        Object.keys(rejected).length
          ? rejected
          : { form: serverMessage(error) ?? 'Belum tersimpan. Isian masih ada, coba lagi.' },
      )
    } finally {
      setSaving(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid gap-5 print:hidden"
      aria-label="Ubah CV"
    >
      <TextField
        label="Keahlian utama"
        maxLength={120}
        hint="Misalnya: Pengembang Web Frontend"
        {...text('headline')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Telepon" type="tel" autoComplete="tel" maxLength={40} {...text('phone')} />
        <TextField label="Kota" autoComplete="address-level2" maxLength={80} {...text('city')} />
      </div>
      <TextField
        label="Situs atau portofolio"
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={300}
        placeholder="https://"
        {...text('website')}
      />
      <TextAreaField
        label="Tentang"
        rows={5}
        maxLength={1500}
        hint="Dua atau tiga kalimat tentang dirimu."
        {...text('about')}
      />
      <TextField
        label="Keterampilan"
        hint="Pisahkan dengan koma."
        value={skills}
        error={Object.entries(errors).find(([name]) => name.startsWith('skills'))?.[1]}
        onChange={(event) => setSkills(event.target.value)}
      />
      <EntriesField
        legend="Pengalaman"
        noun="pengalaman"
        name="experience"
        entries={draft.experience}
        errors={errors}
        onChange={(experience) => change({ experience })}
      />
      <EntriesField
        legend="Pendidikan"
        noun="pendidikan"
        name="education"
        entries={draft.education}
        errors={errors}
        onChange={(education) => change({ education })}
      />
      {items.length > 0 && (
        <fieldset>
          <legend className="font-bold">Kelas yang tampil</legend>
          {items.map(({ _id, title }) => (
            <CheckboxField
              key={_id}
              label={title}
              checked={!draft.hiddenCourseIds.includes(_id)}
              onChange={(event) =>
                change({
                  hiddenCourseIds: event.target.checked
                    ? draft.hiddenCourseIds.filter((id) => id !== _id)
                    : [...draft.hiddenCourseIds, _id],
                })
              }
            />
          ))}
        </fieldset>
      )}
      <FormError>
        {errors.form ?? (Object.keys(errors).length ? 'Periksa lagi isian yang ditandai.' : undefined)}
      </FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSaving}>
          Simpan
        </Button>
        <Button type="button" variant="ghost" onClick={onCancel}>
          Batal
        </Button>
      </div>
    </form>
  )
}

const splitSkills = (text: string): string[] =>
  text
    .split(',')
    .map((skill) => skill.trim())
    .filter(Boolean)

function byField(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Record<string, string> {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}
