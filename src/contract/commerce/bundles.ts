import * as z from 'zod/mini'
import { setSlug, setTitle } from '#contract/kit/input-rules.ts'
import { itemKinds } from './transactions.ts'
import {
  at,
  freshAdminEndpoint,
  adminEndpoint,
  id,
  listResponse,
  paging,
  publicEndpoint,
  response,
  staleError,
  startedFrom,
} from '#contract/kit/endpoint.ts'

export const bundleStatuses = ['draft', 'published', 'archived'] as const
export type BundleStatus = (typeof bundleStatuses)[number]

const bundle = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** The sum of its items' prices, one by one. */
  listPrice: z.number(),
  /** For somebody who owns nothing of it. */
  price: z.number(),
  saving: z.number(),
  items: z.array(
    z.object({ kind: z.enum(itemKinds), _id: z.string(), title: z.string(), thumbnail: z.string(), price: z.number() }),
  ),
  updatedAt: z.string(),
  /** The caller's price for the rest, and what is owned; null for visitors. */
  viewer: z.nullable(z.object({ price: z.number(), ownedIds: z.array(z.string()) })),
})
export type Bundle = z.infer<typeof bundle>

const priceMessage = 'Harga minimal Rp 10.000'
export const bundleInput = z.object({
  title: setTitle,
  /** Made of the title when it is left out. */
  slug: z.optional(setSlug),
  description: z._default(z.string().check(z.trim(), z.maxLength(2_000, 'Deskripsi maksimal 2.000 karakter')), ''),
  price: z
    .number('Harga wajib diisi')
    .check(
      z.int('Harga harus bilangan bulat'),
      z.minimum(10_000, priceMessage),
      z.maximum(999_999_999, 'Harga terlalu besar'),
    ),
  status: z._default(z.enum(bundleStatuses, 'Status tidak dikenal'), 'draft'),
  items: z
    .array(
      z.object({ courseId: z.optional(id), ebookId: z.optional(id) }).check(
        z.refine(({ courseId, ebookId }) => (courseId === undefined) !== (ebookId === undefined), {
          error: 'Pilih satu kelas atau satu e-book',
        }),
      ),
      'Pilih isi paket',
    )
    .check(
      z.minLength(2, 'Paket berisi minimal 2 kelas atau e-book'),
      z.maxLength(20, 'Paket berisi maksimal 20 kelas atau e-book'),
    ),
})
export type BundleInput = z.infer<typeof bundleInput>

const adminBundle = z.extend(bundle, {
  status: z.enum(bundleStatuses),
  isForSale: z.boolean(),
  sold: z.number(),
  version: z.number(),
})
export type AdminBundle = z.infer<typeof adminBundle>

const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
const inputErrors = {
  ITEM_UNKNOWN: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
  SLUG_TAKEN: { status: 409, message: 'Alamat ini sudah dipakai paket lain.', data: fieldErrors },
} as const

export const bundlesContract = {
  listBundles: publicEndpoint
    .route(at('GET /bundles', 'Bundles for sale, newest first; with courseId those with this course'))
    .input(z.object({ ...paging, courseId: z.optional(id) }))
    .output(listResponse(bundle)),
  showBundle: publicEndpoint
    .route(at('GET /bundles/{id}', 'A bundle for sale, by id or slug'))
    .input(z.object({ id: z.string().check(z.maxLength(80)) }))
    .output(response(bundle)),
}

export const listBundlesInput = z.object({
  ...paging,
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
})

export const adminBundlesContract = {
  listAllBundles: adminEndpoint
    .route(at('GET /admin/bundles', 'All bundles, newest first'))
    .input(listBundlesInput)
    .output(listResponse(adminBundle)),
  showAdminBundle: adminEndpoint
    .route(at('GET /admin/bundles/{id}', 'One bundle'))
    .input(z.object({ id }))
    .output(response(adminBundle)),
  createBundle: freshAdminEndpoint
    .route(at('POST /admin/bundles', 'Add a bundle', { successStatus: 201, successDescription: 'Paket dibuat.' }))
    .input(bundleInput)
    .output(response(adminBundle))
    .errors(inputErrors),
  updateBundle: freshAdminEndpoint
    .route(
      at(
        'PUT /admin/bundles/{id}',
        'Change a bundle; completed and open purchases are not affected',
        'Paket disimpan.',
      ),
    )
    .input(z.extend(bundleInput, { id, version: startedFrom }))
    .output(response(adminBundle))
    .errors({ ...inputErrors, ...staleError }),
  deleteBundle: adminEndpoint
    .route(at('DELETE /admin/bundles/{id}', 'Delete a bundle that nobody has bought', 'Paket dihapus.'))
    .input(z.object({ id }))
    .output(response(z.null()))
    .errors({
      BUNDLE_SOLD: { status: 409, message: 'Paket ini sudah pernah dibeli, jadi tidak bisa dihapus. Arsipkan saja.' },
    }),
}
