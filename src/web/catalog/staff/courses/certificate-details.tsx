import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import {
  courseCertificate,
  maximumCompetences,
  maximumHours,
  maximumSigners,
  type CourseCertificate,
} from '#contract/catalog/course-certificate.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { PictureField } from '#web/kit/staff/form/picture-field.tsx'
import { useContractForm, type Validated } from '#web/kit/staff/form/use-contract-form.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FieldError, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = { course: StaffCourseDetail }

/** Text of a course’s certificate beside its title. */
export function CertificateDetails({ course }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { signers, hours, competences } = course.certificate
  const said = [
    ...(hours === null ? [] : [`Beban belajar ${hours} JP`]),
    ...(competences.length > 0 ? [`Kompetensi: ${competences.join(', ')}`] : []),
    ...signers.map(({ name, title }) => `Ditandatangani ${name}, ${title}`),
  ]
  return (
    <section aria-labelledby="isi-sertifikat" className="mt-8 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="isi-sertifikat" className="text-lg font-bold">
          Sertifikat
        </h2>
        <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
          Ubah sertifikat
        </Button>
      </div>
      {said.length > 0 ? (
        <ul className="mt-2 grid gap-1">
          {said.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-ink-2">Tanpa penanda tangan, beban belajar, dan kompetensi.</p>
      )}
      {isOpen && <DetailsDialog course={course} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

type Signer = { name: string; title: string; signature: string | null }
/** As typed: a competence a line. */
type Values = { certificate: { signers: Signer[]; hours: string; competences: string } }
type Input = { certificate: CourseCertificate }

function validate({ certificate: { signers, hours, competences } }: Values): Validated<Input> {
  const parsed = courseCertificate.safeParse({
    signers,
    hours: hours.trim() === '' ? null : Number(hours),
    competences: competences.split('\n').filter((line) => line.trim() !== ''),
  })
  return parsed.success
    ? { value: { certificate: parsed.data } }
    : { issues: parsed.error.issues.map(({ message, path }) => ({ message, path: ['certificate', ...path] })) }
}

function DetailsDialog({ course, onClose }: Props & { onClose: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { signers, hours, competences } = course.certificate
  const form = useContractForm<Values, Input, unknown>(validate, {
    values: {
      certificate: { signers, hours: hours === null ? '' : String(hours), competences: competences.join('\n') },
    },
    version: course.version,
    save: (input, version) => authenticated.authoring.patchCourse({ ...input, id: course._id, version }),
    onSaved: async () => {
      toast.success('Isi sertifikat disimpan.')
      onClose()
      await revalidate()
    },
  })
  const { field } = useController({ control: form.control, name: 'certificate.signers' })
  const errors = form.formState.errors.certificate
  const shown = field.value
  const change = (index: number, part: Partial<Signer>) =>
    field.onChange(shown.map((signer, other) => (other === index ? { ...signer, ...part } : signer)))
  return (
    <DialogForm title="Sertifikat" size="md" form={form} submitLabel="Simpan" onClose={onClose}>
      <p className="text-ink-2">Berlaku untuk sertifikat berikutnya. Yang sudah terbit tidak berubah.</p>
      <TextField
        label="Beban belajar (JP)"
        inputMode="numeric"
        autoComplete="off"
        hint={`1–${maximumHours}. Boleh dikosongkan.`}
        {...form.field('certificate.hours')}
      />
      <TextAreaField
        label="Kompetensi"
        rows={4}
        hint={`Satu per baris, maksimal ${maximumCompetences}.`}
        error={competenceError(errors?.competences)}
        {...form.register('certificate.competences')}
      />
      {shown.map((signer, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- A row has no id, and typing its name must not move the focus.
        <fieldset key={index} data-row className="grid gap-3 rounded-card border border-line p-4">
          <legend className="px-1 font-bold">Penanda tangan {index + 1}</legend>
          <TextField
            label={`Nama penanda tangan ${index + 1}`}
            required
            autoComplete="off"
            maxLength={80}
            value={signer.name}
            error={errors?.signers?.[index]?.name?.message}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <TextField
            label={`Jabatan penanda tangan ${index + 1}`}
            required
            autoComplete="off"
            maxLength={80}
            value={signer.title}
            error={errors?.signers?.[index]?.title?.message}
            onChange={(event) => change(index, { title: event.currentTarget.value })}
          />
          <PictureField
            label={`Tanda tangan ${index + 1}`}
            shape="square"
            hint="PNG dengan latar transparan paling rapi. Boleh dikosongkan."
            value={signer.signature}
            error={errors?.signers?.[index]?.signature?.message}
            onChange={(signature) => change(index, { signature })}
          />
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="justify-self-start text-mengkudu!"
            onClick={(event) => {
              leaveRow(event.currentTarget)
              field.onChange(shown.filter((_, other) => other !== index))
            }}
          >
            Hapus penanda tangan {index + 1}
          </Button>
        </fieldset>
      ))}
      {errors?.signers?.root?.message && <FieldError role="alert">{errors.signers.root.message}</FieldError>}
      {shown.length < maximumSigners && (
        <Button
          type="button"
          variant="outline"
          className="justify-self-start"
          onClick={() => field.onChange([...shown, { name: '', title: '', signature: null }])}
        >
          Tambah penanda tangan
        </Button>
      )}
    </DialogForm>
  )
}

/** The one of a line, or of the whole list. */
function competenceError(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { message } = error as { message?: string }
  if (message) return message
  return Object.values(error)
    .map((part) => (part as { message?: string } | undefined)?.message)
    .find((text) => text)
}
