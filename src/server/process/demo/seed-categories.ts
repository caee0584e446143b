import { menuCategoryNames, type CategoryGroup } from '#contract/catalog/catalog.ts'
import { lockUntilCommit } from '#server/platform/database/index.ts'
import type { DemoDeps } from './accounts.ts'

const groupOf = (name: string): CategoryGroup => {
  if (name === 'Digital Marketing') return 'marketing'
  return ['UI-UX Design', 'Graphic Design', 'Figma'].includes(name) ? 'design' : 'programming'
}

/** Creates the categories of a new installation. Does nothing when categories exist. */
export async function seedCategories({ app, database }: Pick<DemoDeps, 'app' | 'database'>): Promise<void> {
  const { catalog } = app.modules
  if ((await catalog.listCategories()).length > 0) return
  await database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'categories')
    if (await catalog.hasCategories(tx)) return
    for (const [position, name] of [...menuCategoryNames, 'Digital Marketing'].entries()) {
      await catalog.createCategory(tx, { name, group: groupOf(name), position })
    }
  })
}
