import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { settingNames } from './config.ts'
import { unknownSettings } from './unknown-settings.ts'

/** Adds the settings of `.env` to the environment, which counts where both have one. Returns a line for each that is none, to be shown as a warning. */
export function loadEnvFile(): string[] {
  const inFile = readEnvFile()
  for (const [name, value] of Object.entries(inFile)) process.env[name] ??= value
  return unknownSettings(process.env, Object.keys(inFile), settingNames)
}

function readEnvFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
