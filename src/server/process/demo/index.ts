import type { DemoDeps } from './accounts.ts'

export { demoAccounts, demoPassword, isDemoOpen, listDemoAccounts } from './accounts.ts'
export { fillDemoInChildProcess } from './fill-in-child-process.ts'
export { seedCategories } from './seed-categories.ts'

/**
 * Fills an empty installation with the demo's people, courses and generated history. False where there is an admin: the demo's own is created
 * last, so the demo is complete then; any other one has a site of their own.
 */
export async function seedDemo(deps: DemoDeps, onProgress: (what: string) => void): Promise<boolean> {
  if (await deps.app.modules.identity.hasAdmin()) return false
  // Loaded with the first start only.
  const { fillWithDemo } = await import('./seed.ts')
  return fillWithDemo(deps, onProgress)
}
