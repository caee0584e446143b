import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The product's version, as package.json names it. */
export async function readVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string
  }
  return manifest.version
}
