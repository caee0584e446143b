import * as z from 'zod/mini'
import { levels } from './catalog.ts'
import { imageMessages, maximumImageBytes } from './images.ts'
import { isChargeable, maximumChargeIdr, priceAfterDiscount } from './money.ts'

// The course form's rules, checked by the same schemas in the browser and on the server. 'Buat Kursus' obeys form A and B's
// rule for the thumbnail, 'Perbarui Kursus' obeys form B; a draft needs a title, and whatever else it has must be right.

const titleMessages = { create: 'Judul minimal 5 karakter', update: 'Judul minimal 3 karakter' }
const text = (minimum: number, message: string, maximum: number, name: string) =>
  z.string(message).check(z.trim(), z.minLength(minimum, message), z.maxLength(maximum, `${name} maksimal ${maximum} karakter`))

const createTitle = text(5, titleMessages.create, 200, 'Judul')
const updateTitle = text(3, titleMessages.update, 200, 'Judul')
const tagline = (minimum: number, message: string) => text(minimum, message, 300, 'Tagline')
const description = text(10, 'Deskripsi minimal 10 karakter', 20_000, 'Deskripsi')
const categoryId = z.string('Kategori wajib dipilih').check(z.minLength(1, 'Kategori wajib dipilih'))
const level = z.enum(levels, 'Pilih level course')

type Refuse = (message: string, issue?: object) => never
/** A value that arrives as text from a form and as itself from JSON. `read` refuses by throwing what `refuse` makes. */
function reading<Value>(read: (value: unknown, refuse: Refuse) => Value) {
  return z.transform((value: unknown, context): Value => {
    const refuse: Refuse = (message, issue) => {
      context.issues.push({ code: 'custom', message, input: value, ...issue } as never)
      return z.NEVER
    }
    return read(value, refuse)
  })
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

const price = reading((value, refuse) => {
  if (isBlank(value)) return refuse('Harga harus diisi')
  const amount = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value
  if (typeof amount !== 'number' || !Number.isInteger(amount)) return refuse('Price harus berupa angka 0 atau lebih')
  if (amount < 0) return refuse('Harga tidak boleh negatif')
  return amount > maximumChargeIdr ? refuse('Harga maksimal Rp 999.999.999') : amount
})

// What is no number becomes 0: a course without a discount is the usual one.
const discount = reading((value, refuse) => {
  const percent = isBlank(value) || Number.isNaN(Number(value)) || typeof value === 'boolean' ? 0 : Number(value)
  if (percent < 0) return refuse('Diskon minimal 0%')
  if (percent > 100) return refuse('Diskon maksimal 100%')
  return Number.isInteger(percent) ? percent : refuse('Diskon harus bilangan bulat')
})

/** One picture. Its size is checked here, its bytes by the server. */
type Upload = z.output<ReturnType<typeof z.file>>
const thumbnail = reading((value, refuse): Upload => {
  const files = [value].flat().filter((file) => !isBlank(file))
  if (files.length > 1) return refuse('Unggah tepat satu gambar')
  const [file] = files as [{ size?: unknown; type?: unknown } | undefined]
  if (typeof file !== 'object' || typeof file.size !== 'number' || typeof file.type !== 'string') return refuse('Thumbnail wajib diunggah')
  if (file.size > maximumImageBytes) return refuse(imageMessages.tooLarge, { code: 'too_big', origin: 'file', maximum: maximumImageBytes })
  return file as Upload
})

/** The same rule, where nothing may be sent: then what was there stays. */
const maybe = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (isBlank(value) ? undefined : value)),
      z.optional(schema as never) as z.ZodMiniOptional<Schema>,
    ),
  )

/** What a card can be charged, or nothing: said at the price. Both fields may still be missing or refused. */
export const unchargeableMessage = 'Harga setelah diskon harus 0 atau minimal Rp 10.000'
const chargeable = z.refine<{ price?: unknown; discount?: unknown }>(
  (course) => {
    if (typeof course.price !== 'number') return true
    return isChargeable(priceAfterDiscount({ price: course.price, discount: typeof course.discount === 'number' ? course.discount : 0 }))
  },
  { error: unchargeableMessage, path: ['price'], when: ({ value }) => typeof value === 'object' && value !== null },
)

export const maximumOutcomes = 12
const maximumOutcomeLength = 160

/** What one learns: a list, or one a line as a form sends it. */
const learn = reading((value, refuse) => {
  const lines = typeof value === 'string' ? value.split('\n') : value
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string')) return refuse('Tulis satu hasil belajar per baris')
  const outcomes = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
  if (outcomes.length > maximumOutcomes) return refuse(`Maksimal ${maximumOutcomes} hasil belajar`)
  if (outcomes.some((outcome) => outcome.length > maximumOutcomeLength)) return refuse(`Tiap hasil belajar maksimal ${maximumOutcomeLength} karakter`)
  return outcomes
})

const extras = {
  /** Not sent: what was there stays. An empty text empties it. */
  learn: z.optional(learn),
  /** Admins only: whose course it is. */
  instructorId: maybe(z.string('Instruktur tidak dikenal')),
}

/** 'Buat Kursus': published at once. */
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
export const newDraftInput = z.object({ status: z.literal('draft'), title: createTitle, ...draftRules }).check(chargeable)

/** A draft, changed: the title and whatever else is present. */
export const draftInput = z.object({ title: updateTitle, ...draftRules }).check(chargeable)

/** 'Perbarui Kursus', and what a draft must be before it is published. */
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

const asSent = z.optional(z.unknown())

/** Any part of a course, as it was sent: which of the rules above hold, for a blank too, depends on what the course is. */
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
