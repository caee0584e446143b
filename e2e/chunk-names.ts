import { readFile } from 'node:fs/promises'

type Manifest = Record<string, { file: string; name?: string }>

/** The name of each built chunk by its path, which has a hash only. */
export async function readChunkNames(): Promise<ReadonlyMap<string, string>> {
  const manifest = JSON.parse(await readFile('dist/web/.vite/manifest.json', 'utf8')) as Manifest
  return new Map(Object.values(manifest).map(({ file, name = '' }) => [`/${file}`, name]))
}
