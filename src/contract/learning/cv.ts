import * as z from 'zod/mini'

const short = (label: string, max: number) =>
  z._default(
    z.string(`${label} berupa teks`).check(z.trim(), z.maxLength(max, `${label} maksimal ${max} karakter`)),
    '',
  )

const entry = z.object({
  title: short('Judul', 120),
  place: short('Tempat', 120),
  period: short('Periode', 60),
  text: short('Keterangan', 1000),
})

/** A URL without a scheme: "www.contoh.id/karya". */
const bareUrl = /^[a-z\d-]+(\.[a-z\d-]+)+(\/[^\s<>"]*)?$/i

/** The student's additions to the CV; profile, finished courses and certificates are added automatically. */
export const cvInput = z.object({
  headline: short('Keahlian utama', 120),
  about: short('Tentang', 1500),
  phone: short('Telepon', 40),
  city: short('Kota', 80),
  website: z._default(
    z.string('Tautan berupa teks').check(
      z.trim(),
      z.overwrite((value) => (bareUrl.test(value) ? `https://${value}` : value)),
      z.maxLength(300, 'Tautan maksimal 300 karakter'),
      z.refine((value) => value === '' || /^https?:\/\/[^\s<>"]+$/.test(value), 'Tulis tautan lengkap dengan https://'),
    ),
    '',
  ),
  skills: z._default(z.array(short('Keterampilan', 60)).check(z.maxLength(30, 'Maksimal 30 keterampilan')), []),
  experience: z._default(z.array(entry).check(z.maxLength(20, 'Maksimal 20 pengalaman')), []),
  education: z._default(z.array(entry).check(z.maxLength(20, 'Maksimal 20 pendidikan')), []),
  /** Courses that the student excludes from the CV. */
  hiddenCourseIds: z._default(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(500)), []),
})
export type CvInput = z.infer<typeof cvInput>
export type CvEntry = z.infer<typeof entry>

/** `version`: 0 before the first save. */
export const cv = z.extend(cvInput, { updatedAt: z.nullable(z.string()), version: z.number() })
export type Cv = z.infer<typeof cv>
