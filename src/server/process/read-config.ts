import { openDatabase } from '#server/platform/database/index.ts'
import { parseConfig, parsePlace, type Config } from './config/config.ts'
import { databasePlace } from './config/database-config.ts'
import { openServer } from './listeners.ts'

/**
 * The configuration. Where it is refused, host and database are tried before, so that an operator who sets up one thing after the other hears of the
 * first mistake first. `listens` is false for a command, beside which a product may run.
 */
export async function readConfig(
  env: Record<string, string | undefined>,
  { listens }: { listens: boolean },
): Promise<Config> {
  try {
    return parseConfig(env)
  } catch (error) {
    const place = parsePlace(env)
    if (listens) (await openServer(place)).server.close()
    if (place.databaseUrl) await (await openDatabase(databasePlace(place))).close()
    throw error
  }
}
