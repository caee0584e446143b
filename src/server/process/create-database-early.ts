import { createDatabaseInChildProcess } from '#server/platform/database/index.ts'
import { parseConfig } from './config/config.ts'
import { loadEnvFile } from './config/env-file.ts'

/** Memory for building beside the processes that create the database and fill in the demo. With less of it free, building comes first. */
const bytesToBuildMeanwhile = 2.5 * 1024 ** 3
export const canBuildMeanwhile = (): boolean => process.availableMemory() >= bytesToBuildMeanwhile

/**
 * Creates the embedded database of the environment while the server is built, which is a fifth of a first start. True if it did. Nothing is created
 * for settings with a mistake. Whatever is wrong is reported by the server, which meets it again.
 */
export async function createDatabaseEarly(
  env: Record<string, string | undefined>,
  onProgress: (what: string) => void,
): Promise<boolean> {
  if (!canBuildMeanwhile()) return false
  try {
    loadEnvFile()
    const { databaseUrl, dataDir } = parseConfig(env)
    return databaseUrl === null && (await createDatabaseInChildProcess(dataDir, onProgress))
  } catch {
    return false
  }
}
