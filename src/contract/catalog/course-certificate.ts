import * as z from 'zod/mini'
import { line } from '#contract/kit/input-rules.ts'
import { uploadPath } from '#contract/kit/media/images.ts'

export const maximumSigners = 2
export const maximumCompetences = 10
export const maximumHours = 999

const hoursMessage = `JP berupa angka bulat 1 sampai ${maximumHours}, atau dikosongkan`

/** Who signs a certificate. `signature`: a picture that was uploaded, `/uploads/<id>.webp`. */
const signer = z.object(
  {
    name: line('Tulis nama penanda tangan', 80),
    title: line('Tulis jabatan penanda tangan', 80),
    signature: z.nullish(z.string('Unggah gambarnya dulu').check(z.regex(uploadPath, 'Unggah gambarnya dulu'))),
  },
  'Tulis nama dan jabatan penanda tangan',
)

/** Text of a course’s certificate beside its title. */
export const courseCertificate = z.object(
  {
    signers: z._default(
      z
        .array(signer, 'Tulis daftar penanda tangan')
        .check(z.maxLength(maximumSigners, `Paling banyak ${maximumSigners} penanda tangan`)),
      [],
    ),
    /** Lesson hours (JP). */
    hours: z._default(
      z.nullable(
        z
          .number(hoursMessage)
          .check(z.int(hoursMessage), z.minimum(1, hoursMessage), z.maximum(maximumHours, hoursMessage)),
      ),
      null,
    ),
    competences: z._default(
      z
        .array(line('Tulis kompetensinya', 120), 'Tulis satu kompetensi per baris')
        .check(z.maxLength(maximumCompetences, `Paling banyak ${maximumCompetences} kompetensi`)),
      [],
    ),
  },
  'Tulis isi sertifikat',
)
export type CourseCertificate = z.output<typeof courseCertificate>
export type CertificateSigner = CourseCertificate['signers'][number]

export const plainCertificate: CourseCertificate = { signers: [], hours: null, competences: [] }

/** As it is shown. */
export const shownCourseCertificate = z.object({
  signers: z.array(z.object({ name: z.string(), title: z.string(), signature: z.nullable(z.string()) })),
  hours: z.nullable(z.number()),
  competences: z.array(z.string()),
})
