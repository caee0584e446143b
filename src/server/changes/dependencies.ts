import { AsyncLocalStorage } from 'node:async_hooks'

/** What an answer shows: it is good until one of these tags changes, or until a moment passes. */
export type Dependencies = { tags: Set<string>; until: Date | null }

const current = new AsyncLocalStorage<Dependencies>()

/** Notes that the answer being made shows these things. Outside a collection it does nothing. */
export function shows(...tags: string[]): void {
  const collected = current.getStore()
  for (const tag of tags) collected?.tags.add(tag)
}

/** Notes that the answer being made changes by itself at a moment, such as the end of a sale. */
export function showsUntil(moment: Date): void {
  const collected = current.getStore()
  if (collected && (!collected.until || moment < collected.until)) collected.until = moment
}

/** Runs `work` and tells what it showed. A page that is made of API answers also shows what they show. */
export async function collectDependencies<Result>(work: () => Promise<Result>): Promise<{ result: Result; dependencies: Dependencies }> {
  const dependencies: Dependencies = { tags: new Set(), until: null }
  const result = await current.run(dependencies, work)
  return { result, dependencies }
}
