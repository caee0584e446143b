import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { categoryGroups } from './catalog.ts'
import {
  adminEndpoint,
  at,
  freshAdminEndpoint,
  id,
  knownVersion,
  response,
  staleError,
} from '#contract/kit/endpoint.ts'

/** A category in the admin area. */
const adminCategory = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  group: z.enum(categoryGroups),
  /** Courses in it, including drafts and archived courses. */
  courseCount: z.number(),
  /** In the Kelas menu. */
  isInMenu: z.boolean(),
  /** True for the eleven categories that the menu begins with, while they are in it: their names cannot change. */
  hasFixedName: z.boolean(),
  version: z.number(),
})
export type AdminCategory = z.infer<typeof adminCategory>

export const categoryInput = z.object({
  name: z.string('Nama kategori wajib diisi').check(
    z.trim(),
    z.minLength(2, 'Nama kategori minimal 2 karakter'),
    visibleText('Nama kategori minimal 2 karakter'),
    z.maxLength(60, 'Nama kategori maksimal 60 karakter'),
    // The slug in the URL is derived from the name.
    z.refine((value) => !/[\p{Cc}/\\?#%]/u.test(value), 'Nama tidak boleh memuat / \\ ? # atau %'),
  ),
  group: z.enum(categoryGroups, 'Pilih kelompok'),
  /** Left out: unchanged; a new one is in the menu if its name is of those that begin there. */
  isInMenu: z.optional(z.boolean('Pilih tampil atau tidak')),
})
export type CategoryInput = z.infer<typeof categoryInput>

const byId = z.object({ id })
const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
const nameTaken = {
  NAME_TAKEN: { status: 409, message: 'Kategori dengan alamat ini sudah ada.', data: fieldErrors },
} as const
const inMenu = {
  IN_MENU: {
    status: 409,
    message: 'Kategori ini ada di menu Kelas: namanya tetap dan tidak bisa dihapus. Keluarkan dulu dari menu.',
    data: fieldErrors,
  },
} as const

export const categoriesContract = {
  listAdminCategories: adminEndpoint
    .route(at('GET /admin/categories', 'All categories in their order, with the number of all their courses'))
    .output(response(z.array(adminCategory))),
  createCategory: adminEndpoint
    .route(
      at('POST /admin/categories', 'Add a category at the end', {
        successStatus: 201,
        successDescription: 'Kategori dibuat.',
      }),
    )
    .input(categoryInput)
    .output(response(adminCategory))
    .errors(nameTaken),
  updateCategory: adminEndpoint
    .route(
      at(
        'PUT /admin/categories/{id}',
        'Rename a category, move it to another group, put it into the menu or take it out',
        'Kategori tersimpan.',
      ),
    )
    .input(z.extend(categoryInput, { id, version: knownVersion }))
    .output(response(adminCategory))
    .errors({ ...nameTaken, ...inMenu, ...staleError }),
  // Its codes and sales become those of the other category.
  deleteCategory: freshAdminEndpoint
    .route(
      at(
        'DELETE /admin/categories/{id}',
        'Delete a category; its courses, promo codes and sales move to another one first',
        'Kategori dihapus.',
      ),
    )
    .input(z.extend(byId, { moveTo: z.optional(id) }))
    .output(response(z.null()))
    .errors({
      ...inMenu,
      IN_USE: {
        status: 409,
        message: 'Kategori ini masih dipakai. Pilih kategori tujuan untuk kelas, kode promo, dan diskonnya.',
        data: z.object({ courseCount: z.number(), /** Promo codes and sales. */ offerCount: z.number() }),
      },
    }),
  orderCategories: adminEndpoint
    .route(at('PUT /admin/category-order', 'Set the order of all categories', 'Urutan tersimpan.'))
    .input(
      z.object({
        categoryIds: z
          .array(id)
          .check(z.minLength(1, 'Urutan tidak lengkap'), z.maxLength(200, 'Terlalu banyak kategori')),
      }),
    )
    .output(response(z.array(adminCategory)))
    .errors({ STALE: { status: 409, message: 'Daftar kategori baru saja berubah. Muat ulang, lalu ulangi.' } }),
}
