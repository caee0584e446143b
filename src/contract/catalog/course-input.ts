import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { courseCertificate } from './course-certificate.ts'
import { readShares } from './instructor-shares.ts'
import { coursePaces, enrolments, levels } from './catalog.ts'
import { imageMessages, maximumImageBytes } from '#contract/kit/media/images.ts'
import { readPercent, readRupiah } from '#contract/kit/format/numbers.ts'
import { isChargeable, maximumChargeIdr, priceAfterDiscount } from '#contract/kit/money.ts'

// Validation rules of the course form, shared by browser and server. 'Buat Kursus' follows form A and form B's rule for the
// thumbnail, 'Perbarui Kursus' follows form B. A draft requires a title, and its other fields must be valid if present.

const titleMessages = { create: 'Judul minimal 5 karakter', update: 'Judul minimal 3 karakter' }
const text = (minimum: number, message: string, maximum: number, name: string) =>
  z
    .string(message)
    .check(
      z.trim(),
      z.minLength(minimum, message),
      visibleText(message),
      z.maxLength(maximum, `${name} maksimal ${maximum} karakter`),
    )

const createTitle = text(5, titleMessages.create, 200, 'Judul')
const updateTitle = text(3, titleMessages.update, 200, 'Judul')
const tagline = (minimum: number, message: string) => text(minimum, message, 300, 'Tagline')
const description = text(10, 'Deskripsi minimal 10 karakter', 20_000, 'Deskripsi')
const categoryId = z.string('Kategori wajib dipilih').check(z.minLength(1, 'Kategori wajib dipilih'))
const level = z.enum(levels, 'Pilih level course')

type Reject = (message: string, issue?: object) => never
/** Parses a value that is a string in forms and typed in JSON. `read` returns the result of `reject` for invalid values. */
function reading<Value>(read: (value: unknown, reject: Reject) => Value) {
  return z.transform((value: unknown, context): Value => {
    const reject: Reject = (message, issue) => {
      context.issues.push({ code: 'custom', message, input: value, ...issue } as never)
      return z.NEVER
    }
    return read(value, reject)
  })
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

const price = reading((value, reject) => {
  if (isBlank(value)) return reject('Harga harus diisi')
  const amount = typeof value === 'string' ? readRupiah(value) : value
  if (typeof amount !== 'number' || !Number.isInteger(amount)) return reject('Price harus berupa angka 0 atau lebih')
  if (amount < 0) return reject('Harga tidak boleh negatif')
  return amount > maximumChargeIdr ? reject('Harga maksimal Rp 999.999.999') : amount
})

// Input without any number becomes 0, as most courses have no discount; a number that cannot be read never does.
const discount = reading((value, reject) => {
  const read = typeof value === 'string' ? readPercent(value) : typeof value === 'number' ? value : 'no-number'
  if (read === null) return reject('Diskon harus berupa angka, misalnya 25')
  const percent = read === 'no-number' || Number.isNaN(read) ? 0 : read
  if (percent < 0) return reject('Diskon minimal 0%')
  if (percent > 100) return reject('Diskon maksimal 100%')
  return Number.isInteger(percent) ? percent : reject('Diskon berupa persen tanpa koma, misalnya 12')
})

/** One picture. The schema checks the size, the server checks the bytes. */
type Upload = z.output<ReturnType<typeof z.file>>
const thumbnail = reading((value, reject): Upload => {
  const files = [value].flat().filter((file) => !isBlank(file))
  if (files.length > 1) return reject('Unggah tepat satu gambar')
  const [file] = files as [{ size?: unknown; type?: unknown } | undefined]
  if (typeof file !== 'object' || typeof file.size !== 'number' || typeof file.type !== 'string')
    return reject('Thumbnail wajib diunggah')
  if (file.size > maximumImageBytes)
    return reject(imageMessages.tooLarge, { code: 'too_big', origin: 'file', maximum: maximumImageBytes })
  return file as Upload
})

/** Makes a field optional: a blank value leaves the stored one unchanged. */
const maybe = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (isBlank(value) ? undefined : value)),
      z.optional(schema as never) as z.ZodMiniOptional<Schema>,
    ),
  )

/** The price after discount is 0 or chargeable; reported on the price field. Both fields may be missing or invalid. */
const unchargeableMessage = 'Harga setelah diskon harus 0 atau minimal Rp 10.000'
const chargeable = z.refine<{ price?: unknown; discount?: unknown }>(
  (course) => {
    if (typeof course.price !== 'number') return true
    return isChargeable(
      priceAfterDiscount({ price: course.price, discount: typeof course.discount === 'number' ? course.discount : 0 }),
    )
  },
  { error: unchargeableMessage, path: ['price'], when: ({ value }) => typeof value === 'object' && value !== null },
)

export const maximumOutcomes = 12
const maximumOutcomeLength = 160

/** Learning outcomes: an array, or one per line from a form. */
const learn = reading((value, reject) => {
  const lines = typeof value === 'string' ? value.split('\n') : value
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string'))
    return reject('Tulis satu hasil belajar per baris')
  const outcomes = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
  if (outcomes.length > maximumOutcomes) return reject(`Maksimal ${maximumOutcomes} hasil belajar`)
  if (outcomes.some((outcome) => outcome.length > maximumOutcomeLength))
    return reject(`Tiap hasil belajar maksimal ${maximumOutcomeLength} karakter`)
  return outcomes
})

/** Typed in JSON, its text in a form. */
const certificate = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? parseJson(value) : value)),
  courseCertificate,
)

/** Typed in JSON, its text in a form. */
const instructors = reading((value, reject) => {
  const read = readShares(typeof value === 'string' ? parseJson(value) : value)
  return 'problem' in read ? reject(read.problem) : read.shares
})

function parseJson(text: string): unknown {
  try {
    return text === '' ? [] : JSON.parse(text)
  } catch {
    return null
  }
}

const extras = {
  /** A missing value leaves the stored list unchanged; an empty string clears it. */
  learn: z.optional(learn),
  /** A missing value leaves the stored pace unchanged. */
  pace: z.optional(z.enum(coursePaces, 'Pilih cara materi terbuka')),
  /** A missing value leaves it unchanged. */
  enrolment: z.optional(z.enum(enrolments, 'Pilih cara siswa mulai')),
  /** Text of the certificate beside the title. A missing value leaves it unchanged. */
  certificate: z.optional(certificate),
  /** Admins only: the instructor of the course. */
  instructorId: maybe(z.string('Instruktur tidak dikenal')),
  /** Admins only: who earns with the course. A missing value leaves it unchanged; an empty list means the instructor, the percent of the site. */
  instructors: z.optional(instructors),
}

/** 'Buat Kursus': published immediately. */
export const newCourseInput = z
  .object({
    status: z.optional(z.literal('published')),
    title: createTitle,
    tagline: tagline(5, 'Tagline minimal 5 karakter'),
    description,
    categoryId,
    levels: z._default(level, 'Pemula'),
    price,
    discount,
    thumbnail,
    ...extras,
  })
  .check(chargeable)

const draftRules = {
  tagline: maybe(tagline(1, 'Tagline wajib diisi')),
  description: maybe(description),
  categoryId: maybe(categoryId),
  levels: maybe(level),
  price: maybe(price),
  discount: maybe(discount),
  thumbnail: maybe(thumbnail),
  ...extras,
}

/** 'Save as Draft' of a new course. */
export const newDraftInput = z
  .object({ status: z.literal('draft'), title: createTitle, ...draftRules })
  .check(chargeable)

/** Update of a draft: the title and any other fields. */
export const draftInput = z.object({ title: updateTitle, ...draftRules, levels: z.optional(level) }).check(chargeable)

/** 'Perbarui Kursus'. */
export const courseInput = z
  .object({
    title: updateTitle,
    tagline: tagline(1, 'Tagline wajib diisi'),
    description,
    categoryId,
    levels: level,
    price,
    discount,
    thumbnail: maybe(thumbnail),
    ...extras,
  })
  .check(chargeable)

/** The requirements for publishing a draft or an archived course: a complete form and at least one lesson. `contents` is their number. */
export const publishableCourse = z.intersection(
  courseInput,
  z.object({ contents: z.number().check(z.minimum(1, 'Tambahkan minimal satu materi')) }),
)

const asSent = z.optional(z.unknown())

/** Any fields of a course, unvalidated: which of the rules above apply, also to blank values, depends on its status. */
export const courseChanges = {
  title: asSent,
  tagline: asSent,
  description: asSent,
  categoryId: asSent,
  levels: asSent,
  price: asSent,
  discount: asSent,
  thumbnail: maybe(thumbnail),
  ...extras,
}
