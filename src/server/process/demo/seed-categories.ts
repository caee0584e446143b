import { initialCategories } from '#server/catalog/index.ts'
import { lockUntilCommit } from '#server/platform/database/index.ts'
import type { DemoDeps } from './accounts.ts'

/** Creates the categories of a new installation. Does nothing when categories exist. */
export async function seedCategories({ app, database }: Pick<DemoDeps, 'app' | 'database'>): Promise<void> {
  const { catalog } = app.modules
  if ((await catalog.listCategories()).length > 0) return
  await database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'categories')
    if (await catalog.hasCategories(tx)) return
    for (const [position, category] of initialCategories.entries())
      await catalog.createCategory(tx, { ...category, position })
  })
}
