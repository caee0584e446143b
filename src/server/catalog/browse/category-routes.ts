import { endpoints } from '#server/endpoints.ts'
import type { CategoryEditor } from './edit-categories.ts'
import { answer, serve } from '#server/serve.ts'

export function categoryRoutes(editor: CategoryEditor) {
  const { categories: on } = endpoints
  return {
    listAdminCategories: answer(on.listAdminCategories, async () => editor.list()),

    createCategory: serve(on.createCategory, async (viewer, input) => editor.create(input, viewer.id), 'saved'),

    updateCategory: serve(
      on.updateCategory,
      async (viewer, { id, ...input }) => editor.update(id, input, viewer.id),
      'saved',
    ),

    deleteCategory: serve(
      on.deleteCategory,
      async (viewer, { id, moveTo }) => editor.remove(id, moveTo ?? null, viewer.id),
      'deleted',
    ),

    orderCategories: serve(
      on.orderCategories,
      async (viewer, input) => editor.order(input.categoryIds, viewer.id),
      'ordered',
    ),
  }
}
