import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { CategoryEditor } from './edit-categories.ts'

const taken = { data: { errors: { name: 'Kategori dengan alamat ini sudah ada.' } } }
const inMenu = { data: { errors: { name: 'Nama kategori di menu Kelas tetap.' } } }

export function categoryRoutes(editor: CategoryEditor) {
  const { categories: on } = endpoints
  return {
    listAdminCategories: on.listAdminCategories.handler(async () => ok(await editor.list())),

    createCategory: on.createCategory.handler(async ({ input, context, errors }) => {
      const made = await editor.create(input, context.viewer().id)
      if (made === 'name-taken') throw errors.NAME_TAKEN(taken)
      return ok(made, 'Kategori dibuat.')
    }),

    updateCategory: on.updateCategory.handler(async ({ input: { id, ...input }, context, errors }) => {
      const saved = await editor.update(id, input, context.viewer().id)
      if (saved === 'not-found') throw errors.NOT_FOUND()
      if (saved === 'stale') throw errors.STALE()
      if (saved === 'name-taken') throw errors.NAME_TAKEN(taken)
      if (saved === 'in-menu') throw errors.IN_MENU(inMenu)
      return ok(saved, 'Kategori tersimpan.')
    }),

    deleteCategory: on.deleteCategory.handler(async ({ input: { id, moveTo }, context, errors }) => {
      const outcome = await editor.remove(id, moveTo ?? null, context.viewer().id)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'in-menu') throw errors.IN_MENU({ data: { errors: {} } })
      if (outcome !== 'deleted') throw errors.IN_USE({ data: outcome })
      return ok(null, 'Kategori dihapus.')
    }),

    orderCategories: on.orderCategories.handler(async ({ input, context, errors }) => {
      if (!(await editor.order(input.categoryIds, context.viewer().id))) throw errors.STALE()
      return ok(await editor.list(), 'Urutan tersimpan.')
    }),
  }
}
