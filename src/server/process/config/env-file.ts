import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from './config-error.ts'
import { settingNames } from './environment.ts'
import { unknownSettings } from './unknown-settings.ts'

/** Adds the settings of `.env` to the environment, which counts where both have one. Returns a line for each mistake in them, to be shown as a warning. */
export function loadEnvFile(): string[] {
  const { settings, mistakes } = readEnvFile('.env')
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
  return [...unknownSettings(process.env, Object.keys(settings), settingNames), ...mistakes]
}

/** The settings of a file, none where there is no such file, and a line for each value that was hardly meant so. Throws ConfigError. */
export function readEnvFile(file: string): { settings: NodeJS.Dict<string>; mistakes: string[] } {
  const text = readText(file)
  return { settings: parseEnv(text), mistakes: cutValues(text) }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    if (code === 'EISDIR')
      throw new ConfigError(`${file} is a folder, and a file with settings is needed (see .env.example)`)
    throw new ConfigError(`${file} cannot be read by this user (${code}): change its owner, or start as its owner`)
  }
}

/** A # begins a comment, also within a word: a password without quotes ends there. */
function cutValues(text: string): string[] {
  const cut = [...text.matchAll(/^\s*(?:export\s+)?([A-Z]\w*)\s*=[ \t]*(?!["'`])[^\s#][^#\n]*(?<=\S)#/gm)]
  return cut.map(([, name]) => `${name} ends before the # in its value: put the value in quotes in .env`)
}
