import { AsyncLocalStorage } from 'node:async_hooks'

/** Dependencies of a response: it is valid until one of these tags changes, or until a point in time. */
export type Dependencies = { tags: Set<string>; until: Date | null }

const current = new AsyncLocalStorage<Dependencies>()

/** Adds tags to the dependencies of the response being made. Does nothing outside collectDependencies(). */
export function dependsOn(...tags: string[]): void {
  const collected = current.getStore()
  for (const tag of tags) collected?.tags.add(tag)
}

/** Limits the validity of the response being made, for example to the end of a sale. */
export function validUntil(instant: Date): void {
  const collected = current.getStore()
  if (collected && (!collected.until || instant < collected.until)) collected.until = instant
}

/** True while a response is being made: what is requested then becomes part of it. */
export const isCollectingDependencies = (): boolean => current.getStore() !== undefined

/** Runs `work` and returns the dependencies that it added. */
export async function collectDependencies<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; dependencies: Dependencies }> {
  const dependencies: Dependencies = { tags: new Set(), until: null }
  const result = await current.run(dependencies, work)
  return { result, dependencies }
}
