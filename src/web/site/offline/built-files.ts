import * as sourceFiles from '#web/source-files.ts'

/** An entry of the Vite manifest. */
type Chunk = { file: string; css?: string[]; assets?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

// Chunks that every page may load later, which is impossible without a network.
const alwaysSaved = [sourceFiles.browserEntry, sourceFiles.deviceHost, sourceFiles.saveOffline]

/** The scripts, styles and fonts of a page: those named in its HTML, and those that its code imports. */
export async function builtFilesOf(html: string, code: readonly string[]): Promise<string[]> {
  const named = html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? []
  const response = await fetch('/built-files.json')
  if (!response.ok) throw new Error(`built-files.json returned ${response.status}`)
  return [...new Set([...named, ...reachable((await response.json()) as Manifest, [...alwaysSaved, ...code])])]
}

function reachable(manifest: Manifest, sources: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    // A missing chunk would make the saved page fail offline.
    if (!chunk) throw new Error(`built-files.json has no entry ${name}`)
    if (files.has(`/${chunk.file}`)) return
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of sources) visit(name)
  return [...files]
}
