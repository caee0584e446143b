import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { CategoryEditor } from './edit-categories.ts'

export function categoryRoutes(editor: CategoryEditor) {
  const { categories: on } = endpoints
  return {
    listAdminCategories: on.listAdminCategories.handler(async () => ok(await editor.list())),

    createCategory: on.createCategory.handler(async ({ input, context, errors }) => {
      const { category } = accept(await editor.create(input, context.viewer().id), errors, 'saved')
      return ok(category, 'Kategori dibuat.')
    }),

    updateCategory: on.updateCategory.handler(async ({ input: { id, ...input }, context, errors }) => {
      const { category } = accept(await editor.update(id, input, context.viewer().id), errors, 'saved')
      return ok(category, 'Kategori tersimpan.')
    }),

    deleteCategory: on.deleteCategory.handler(async ({ input: { id, moveTo }, context, errors }) => {
      accept(await editor.remove(id, moveTo ?? null, context.viewer().id), errors, 'deleted')
      return ok(null, 'Kategori dihapus.')
    }),

    orderCategories: on.orderCategories.handler(async ({ input, context, errors }) => {
      const { categories } = accept(await editor.order(input.categoryIds, context.viewer().id), errors, 'ordered')
      return ok(categories, 'Urutan tersimpan.')
    }),
  }
}
