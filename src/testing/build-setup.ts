import { ensureBuilt } from '#server/process/ensure-built.ts'

/** Builds before the first test that starts the product, so that no test waits for it. */
export default async function setup(): Promise<void> {
  await ensureBuilt(() => {})
}
