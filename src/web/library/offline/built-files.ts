/** What the build wrote down of itself: each piece of code with its file and what that needs. */
type Chunk = { file: string; css?: string[]; assets?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

// What every page may fetch later, and without a network could not.
const always = ['src/web/site/entry-browser.tsx', 'src/web/site/device-host.tsx', 'src/web/library/offline/save.ts']

/** The scripts, styles and fonts that a page runs on: those it names, and those of its code. */
export async function builtFilesOf(html: string, code: readonly string[]): Promise<string[]> {
  const named = html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? []
  const response = await fetch('/.vite/manifest.json')
  if (!response.ok) throw new Error(`the build's own list answered ${response.status}`)
  return [...new Set([...named, ...reachable((await response.json()) as Manifest, [...always, ...code])])]
}

function reachable(manifest: Manifest, wanted: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    // Half of what a page needs is a page that breaks on the bus.
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (files.has(`/${chunk.file}`)) return
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const name of wanted) visit(name)
  return [...files]
}
