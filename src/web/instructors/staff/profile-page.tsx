import { useFieldArray } from 'react-hook-form'
import { useLoaderData, useRevalidator } from 'react-router'
import { maximumLinks, profileInput, type InstructorProfile } from '#contract/instructors/profile.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm, type SchemaForm } from '#web/kit/staff/form/use-contract-form.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'

export const createLoader = staffLoader(
  async (api) => (await api.authenticated.instructorProfile.showInstructorProfile()).data,
)

/** Edits the public page of an instructor. */
export function Page() {
  const profile = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title="Halaman instruktur"
      lead={
        profile.isPublic
          ? 'Siapa pun bisa membacanya, dan kartu kelasmu menautkannya.'
          : 'Halaman ini tampil begitu salah satu kelasmu tayang.'
      }
      actions={
        profile.isPublic && (
          <ButtonLink variant="outline" to={paths.instructor({ slug: profile.slug })}>
            Lihat halaman
          </ButtonLink>
        )
      }
    >
      <ProfileForm profile={profile} />
    </StaffPage>
  )
}

function ProfileForm({ profile: { slug, headline, bio, links, isChecked } }: { profile: InstructorProfile }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(profileInput), {
    values: { slug, headline, bio, links },
    save: (input) => authenticated.instructorProfile.saveInstructorProfile(input),
    onSaved: async () => {
      toast.success('Halamanmu disimpan.')
      await revalidate()
    },
  })
  return (
    <StaffForm form={form} submitLabel="Simpan" className="max-w-[820px]">
      <TextField
        label="Alamat halaman"
        required
        hint="Bagian setelah /pengajar/. Alamat lama tetap menuju halamanmu."
        {...form.field('slug')}
      />
      <TextField
        label="Satu kalimat tentangmu"
        hint="Misalnya 'Ilustrator, 12 tahun di penerbitan anak'."
        {...form.field('headline')}
      />
      <TextAreaField
        label="Tentangmu"
        rows={6}
        hint="Pengalaman yang membuatmu pantas mengajar. Maksimal 1000 karakter."
        {...form.field('bio')}
      />
      <Links form={form} isChecked={isChecked} />
    </StaffForm>
  )
}

function Links({ form, isChecked }: { form: SchemaForm<typeof profileInput>; isChecked: boolean }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'links' })
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-semibold">Tautan</legend>
      {!isChecked && fields.length > 0 && (
        <p className="text-sm text-ink-2">Tautan tampil sebagai teks sampai admin memeriksa halamanmu.</p>
      )}
      {fields.map((field, index) => (
        <div key={field.id} data-row className="flex flex-wrap items-start gap-4">
          <TextField
            label={`Nama tautan ${index + 1}`}
            className="min-w-[min(10rem,100%)] flex-1"
            {...form.field(`links.${index}.label`)}
          />
          <TextField
            label={`Alamat tautan ${index + 1}`}
            type="url"
            className="min-w-[min(13rem,100%)] flex-2"
            {...form.field(`links.${index}.url`)}
          />
          <Button
            type="button"
            variant="ghost"
            className="mt-6 text-mengkudu!"
            onClick={() => {
              leaveRow()
              remove(index)
            }}
          >
            Hapus<span className="sr-only"> tautan {index + 1}</span>
          </Button>
        </div>
      ))}
      {fields.length < maximumLinks && (
        <Button
          type="button"
          variant="outline"
          className="justify-self-start"
          onClick={() => append({ label: '', url: '' })}
        >
          Tambah tautan
        </Button>
      )}
    </fieldset>
  )
}
