import * as z from 'zod/mini'
import { day } from '#contract/kit/input-rules.ts'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { at, adminEndpoint, id, listResponse, response, staleError, startedFrom } from '#contract/kit/endpoint.ts'
import { changedAdminEndpoint } from '#contract/kit/endpoint.ts'
import { uploadPath } from '#contract/kit/media/images.ts'
import { maximumChargeIdr, minimumChargeIdr } from '#contract/kit/money.ts'

// Managing e-books and tips. The forms of the admin area validate with these schemas.

const outlineList = <Item extends z.core.$ZodType>(item: Item) =>
  z.array(item).check(z.maxLength(1_000, 'Terlalu banyak bagian'))

const required = (label: string, maximum: number) =>
  z
    .string(`${label} wajib diisi`)
    .check(
      z.trim(),
      z.minLength(1, `${label} wajib diisi`),
      visibleText(`${label} wajib diisi`),
      z.maxLength(maximum, `${label} maksimal ${maximum} karakter`),
    )
const optionalText = (label: string, maximum: number) =>
  z.string(`${label} harus berupa teks`).check(z.trim(), z.maxLength(maximum, `${label} maksimal ${maximum} karakter`))

/** The path of an uploaded picture, as the upload endpoint returns it. */
const imagePath = z.string('Unggah gambar dulu').check(z.regex(uploadPath, 'Unggah gambar dulu'))

const minimumText = 'Harga harus 0 atau minimal Rp 10.000'
const ebookPrice = z.number('Harga harus berupa angka 0 atau lebih').check(
  z.int('Harga harus berupa angka 0 atau lebih'),
  z.minimum(0, 'Harga tidak boleh negatif'),
  z.maximum(maximumChargeIdr, 'Harga terlalu besar'),
  z.refine((price) => price <= 0 || price >= minimumChargeIdr, minimumText),
)

const ebookFields = {
  title: required('Judul', 200),
  description: optionalText('Deskripsi', 5000),
  author: optionalText('Penulis', 100),
  price: ebookPrice,
  thumbnail: z.nullable(imagePath),
}
export const createEbookInput = z.object({
  title: ebookFields.title,
  description: z._default(ebookFields.description, ''),
  author: z._default(ebookFields.author, ''),
  price: z._default(ebookFields.price, 0),
  thumbnail: z._default(ebookFields.thumbnail, null),
})
const saved = { id, version: startedFrom }
const updateEbookInput = z.extend(z.partial(z.object(ebookFields)), saved)

const sectionFields = {
  heading: required('Judul bagian', 200),
  /** Article HTML; the server sanitizes it when it is stored. */
  text: z.string('Isi harus berupa teks').check(z.maxLength(90_000, 'Isi terlalu panjang; pecah menjadi dua bagian')),
  image: z.nullable(imagePath),
  images: z
    .array(z.object({ image: imagePath, caption: optionalText('Keterangan gambar', 300) }))
    .check(z.maxLength(20, 'Maksimal 20 gambar per bagian')),
}
export const createSectionInput = z.object({
  heading: sectionFields.heading,
  text: z._default(sectionFields.text, ''),
  image: z._default(sectionFields.image, null),
  images: z._default(sectionFields.images, []),
})
const updateSectionInput = z.partial(z.object(sectionFields))

const adminEbookRow = z.object({
  _id: z.string(),
  title: z.string(),
  status: z.enum(['draft', 'published', 'archived']),
  price: z.number(),
  thumbnailUrl: z.string(),
  sectionCount: z.number(),
  ownerCount: z.number(),
  readerCount: z.number(),
  updatedAt: z.string(),
})
export type AdminEbookRow = z.infer<typeof adminEbookRow>

const adminSection = z.object({
  _id: z.string(),
  heading: z.string(),
  text: z.string(),
  imageUrl: z.nullable(z.string()),
  sectionImages: z.array(z.object({ _id: z.string(), imageUrl: z.string(), caption: z.string() })),
  readingMinutes: z.number(),
  version: z.number(),
})
export type AdminSection = z.infer<typeof adminSection>

const outlineSection = z.omit(adminSection, { text: true })
const adminEbook = z.extend(adminEbookRow, {
  description: z.string(),
  author: z.string(),
  /** The uploaded cover; null for a generated one. */
  thumbnail: z.nullable(z.string()),
  version: z.number(),
  modules: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      topics: z.array(z.object({ _id: z.string(), title: z.string(), sections: z.array(outlineSection) })),
    }),
  ),
})
export type AdminEbook = z.infer<typeof adminEbook>

const tipFields = {
  title: required('Judul', 200),
  slug: z
    .string()
    .check(
      z.trim(),
      z.maxLength(120, 'Slug maksimal 120 karakter'),
      z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Slug hanya huruf kecil, angka, dan tanda hubung'),
    ),
  summary: optionalText('Ringkasan', 300),
  text: z.string('Isi harus berupa teks').check(z.maxLength(90_000, 'Isi terlalu panjang')),
  author: optionalText('Penulis', 100),
  thumbnail: z.nullable(imagePath),
  tags: z.array(required('Tag', 40)).check(z.maxLength(10, 'Maksimal 10 tag')),
}
/** A date in western Indonesia; null means the day of publishing. */
const publishedOn = z.nullable(
  day('Tanggal tidak valid').check(
    z.refine((date) => date >= '2000-01-01', 'Tanggal terbit paling awal 1 Januari 2000'),
  ),
)
/** Without a slug it is derived from the title. */
export const createTipInput = z.object({
  title: tipFields.title,
  slug: z.optional(tipFields.slug),
  summary: z._default(tipFields.summary, ''),
  text: z._default(tipFields.text, ''),
  author: z._default(tipFields.author, ''),
  thumbnail: z._default(tipFields.thumbnail, null),
  tags: z._default(tipFields.tags, []),
  publishedOn: z._default(publishedOn, null),
})
const updateTipInput = z.extend(z.partial(z.object(tipFields)), { ...saved, publishedOn: z.optional(publishedOn) })

const adminTip = z.object({
  _id: z.string(),
  status: z.enum(['draft', 'published']),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  text: z.string(),
  author: z.string(),
  thumbnail: z.nullable(z.string()),
  thumbnailUrl: z.string(),
  tags: z.array(z.string()),
  readingMinutes: z.number(),
  publishedAt: z.nullable(z.string()),
  /** The date of `publishedAt` in western Indonesia. */
  publishedOn: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
})
export type AdminTip = z.infer<typeof adminTip>

const query = z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter')))
const paging = {
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
}
const idParam = z.object({ id })
const nothing = response(z.null())

export const adminLibraryContract = {
  adminListEbooks: adminEndpoint
    .route(at('GET /admin/ebooks', 'All e-books including drafts, last changed first'))
    .input(
      z.object({
        q: query,
        status: z.optional(z.enum(['draft', 'published', 'archived'], 'Nilai filter tidak dikenal')),
        ...paging,
      }),
    )
    .output(listResponse(adminEbookRow)),
  createEbook: adminEndpoint
    .route(at('POST /admin/ebooks', 'Create an e-book as a draft'))
    .input(createEbookInput)
    .output(response(adminEbook)),
  adminShowEbook: adminEndpoint
    .route(at('GET /admin/ebooks/{id}', 'An e-book with its outline, without the texts'))
    .input(idParam)
    .output(response(adminEbook)),
  updateEbook: changedAdminEndpoint
    .route(at('PATCH /admin/ebooks/{id}', 'Change title, description, author, price or cover'))
    .input(updateEbookInput)
    .output(response(adminEbook)),
  setEbookStatus: adminEndpoint
    .route(at('PATCH /admin/ebooks/{id}/status', 'Publish an e-book, or return it to draft'))
    .input(z.object({ id, status: z.enum(['draft', 'published'], 'Status tidak dikenal') }))
    .output(response(adminEbook)),
  deleteEbook: adminEndpoint
    .route(at('DELETE /admin/ebooks/{id}', 'Delete an e-book; an e-book with owners is archived instead'))
    .input(idParam)
    .output(response(z.object({ outcome: z.enum(['deleted', 'archived']) }))),
  addEbookModule: adminEndpoint
    .route(at('POST /admin/ebooks/{id}/modules', 'Add a module at the end'))
    .input(z.object({ id, title: required('Judul modul', 200) }))
    .output(response(adminEbook)),
  renameEbookModule: adminEndpoint
    .route(at('PATCH /admin/ebooks/{id}/modules/{moduleId}', 'Rename a module'))
    .input(z.object({ id, moduleId: id, title: required('Judul modul', 200) }))
    .output(response(adminEbook)),
  deleteEbookModule: adminEndpoint
    .route(at('DELETE /admin/ebooks/{id}/modules/{moduleId}', 'Delete a module with all its topics and sections'))
    .input(z.object({ id, moduleId: id }))
    .output(response(adminEbook)),
  addEbookTopic: adminEndpoint
    .route(at('POST /admin/ebooks/{id}/modules/{moduleId}/topics', 'Add a topic at the end of a module'))
    .input(z.object({ id, moduleId: id, title: required('Judul topik', 200) }))
    .output(response(adminEbook)),
  renameEbookTopic: adminEndpoint
    .route(at('PATCH /admin/ebooks/{id}/topics/{topicId}', 'Rename a topic'))
    .input(z.object({ id, topicId: id, title: required('Judul topik', 200) }))
    .output(response(adminEbook)),
  deleteEbookTopic: adminEndpoint
    .route(at('DELETE /admin/ebooks/{id}/topics/{topicId}', 'Delete a topic with its sections'))
    .input(z.object({ id, topicId: id }))
    .output(response(adminEbook)),
  addEbookSection: adminEndpoint
    .route(at('POST /admin/ebooks/{id}/topics/{topicId}/sections', 'Add a section at the end of a topic'))
    .input(z.extend(createSectionInput, { id, topicId: id }))
    .output(response(adminSection)),
  adminShowSection: adminEndpoint
    .route(at('GET /admin/ebooks/{id}/sections/{sectionId}', 'A section with its text'))
    .input(z.object({ id, sectionId: id }))
    .output(response(adminSection)),
  updateEbookSection: adminEndpoint
    .route(at('PATCH /admin/ebooks/{id}/sections/{sectionId}', 'Change a section; missing fields are left unchanged'))
    .input(z.extend(updateSectionInput, { id, sectionId: id, version: startedFrom }))
    .output(response(adminSection))
    .errors(staleError),
  deleteEbookSection: adminEndpoint
    .route(at('DELETE /admin/ebooks/{id}/sections/{sectionId}', 'Delete a section'))
    .input(z.object({ id, sectionId: id }))
    .output(response(adminEbook)),
  reorderEbook: adminEndpoint
    .route(
      at(
        'PUT /admin/ebooks/{id}/order',
        'The whole outline in its new order; topics and sections may move to another parent',
      ),
    )
    .input(
      z.object({
        id,
        modules: outlineList(z.object({ id, topics: outlineList(z.object({ id, sections: outlineList(id) })) })),
      }),
    )
    .output(response(adminEbook))
    .errors(staleError),

  adminListTips: adminEndpoint
    .route(at('GET /admin/tips', 'All tips including drafts, last changed first'))
    .input(
      z.object({
        q: query,
        status: z.optional(z.enum(['draft', 'published'], 'Nilai filter tidak dikenal')),
        ...paging,
      }),
    )
    .output(listResponse(z.omit(adminTip, { text: true }))),
  createTip: adminEndpoint
    .route(at('POST /admin/tips', 'Create a tip as a draft'))
    .input(createTipInput)
    .output(response(adminTip)),
  adminShowTip: adminEndpoint
    .route(at('GET /admin/tips/{id}', 'A tip with its text'))
    .input(idParam)
    .output(response(adminTip)),
  updateTip: adminEndpoint
    .route(at('PATCH /admin/tips/{id}', 'Change a tip; missing fields are left unchanged'))
    .input(updateTipInput)
    .output(response(adminTip))
    .errors(staleError),
  setTipStatus: adminEndpoint
    .route(at('PATCH /admin/tips/{id}/status', 'Publish a tip, or return it to draft'))
    .input(z.object({ id, status: z.enum(['draft', 'published'], 'Status tidak dikenal') }))
    .output(response(adminTip)),
  deleteTip: adminEndpoint.route(at('DELETE /admin/tips/{id}', 'Delete a tip')).input(idParam).output(nothing),
}
