import { join } from 'node:path'
import { runInChildProcess } from '#server/platform/child-process.ts'
import type { Config } from '#server/process/config/config.ts'
import { distFolder } from '#server/process/ensure-built.ts'

type Options = { isDevelopment: boolean; onProgress: (what: string) => void }

/**
 * Fills the new embedded database of a configuration with the demo, in a process of its own: purchases, pictures and e-books take memory
 * that this process would keep. A failure is not reported here, because the start seeds what is missing and meets it again.
 */
export async function fillDemoInChildProcess(config: Config, { isDevelopment, onProgress }: Options): Promise<void> {
  // The thousand files of the sources take three seconds to load.
  const script = isDevelopment ? join(import.meta.dirname, '../fill-demo.ts') : join(distFolder, 'server/fill-demo.js')
  await runInChildProcess(script, { input: config, onProgress }).catch(() => {})
}
