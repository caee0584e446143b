import { demoAccounts, type DemoDeps } from './accounts.ts'

export { demoAccounts, demoPassword } from './accounts.ts'
export { seedCategories } from './seed-categories.ts'

/** Fills an empty installation with the demo's people, courses and generated history. False when it was already filled. */
export async function seedDemo(deps: DemoDeps, onProgress: (what: string) => void): Promise<boolean> {
  if (await deps.app.modules.identity.findIdByEmail(demoAccounts.admin)) return false
  // Loaded with the first start only.
  const { fillWithDemo } = await import('./seed.ts')
  return fillWithDemo(deps, onProgress)
}
