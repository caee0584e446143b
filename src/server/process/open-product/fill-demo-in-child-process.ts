import { join } from 'node:path'
import { runInChildProcess } from '#server/platform/work/child-process.ts'
import type { Config } from '#server/process/config/config.ts'

/**
 * Fills the new embedded database of a configuration with the demo, in a process of its own: purchases, pictures and e-books take memory
 * that this process would keep. A failure is not reported here, because the start seeds what is missing and meets it again.
 */
export async function fillDemoInChildProcess(config: Config, onProgress: (what: string) => void): Promise<void> {
  await runInChildProcess(join(import.meta.dirname, 'fill-demo.ts'), { input: config, onProgress }).catch(() => {})
}
