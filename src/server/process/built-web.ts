import { createReadStream, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '#server/platform/pages/index.ts'
import { distFolder, listFiles } from './ensure-built.ts'

export type BuiltWeb = {
  renderer: PageRenderer
  /** Reads the files again: compressed ones may have come since. */
  readFiles(): void
  /** A built file; null when no such file exists, and for methods that are not for reading. */
  serveFile(request: Request): Response | null
}

type Manifest = Record<
  string,
  { file: string; css?: string[]; assets?: string[]; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean }
>
type Renderer = { createPageRenderer(options: { assets: object }): PageRenderer }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
}

/** Loads what build() made: the renderer, and every file into memory (about a megabyte). */
export async function loadBuiltWeb(): Promise<BuiltWeb> {
  const folder = join(distFolder, 'web')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const { createPageRenderer } = (await import(
    pathToFileURL(join(distFolder, 'renderer/entry-server.js')).href
  )) as Renderer
  const files = new Map<string, Buffer>()
  const packed = new Map<string, string>()
  const readFiles = () => {
    // Hidden folders are for the server.
    for (const file of listFiles(folder).filter((name) => !relative(folder, name).startsWith('.'))) {
      const path = `/${relative(folder, file).replaceAll('\\', '/')}`
      // Large and seldom asked for: read from the disk each time.
      if (path.endsWith('.packed')) packed.set(path, file)
      else if (!files.has(path)) files.set(path, readFileSync(file))
    }
  }
  readFiles()
  // Saving for offline looks up which built files a page needs.
  files.set('/built-files.json', Buffer.from(JSON.stringify(manifest)))
  const assets = pageAssets(manifest)
  const inlineStyle = assets.styles.map((path) => String(files.get(path))).join('')
  return {
    renderer: createPageRenderer({ assets: { ...assets, inlineStyle } }),
    readFiles,
    serveFile: (request) =>
      ['GET', 'HEAD'].includes(request.method) ? (servePacked(packed, request) ?? serveFile(files, request)) : null,
  }
}

/** Assets of every page (entry, its static imports, styles, font) and the additional scripts per page. */
function pageAssets(manifest: Manifest) {
  const entryName = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
  if (!entryName) throw new Error('dist/web has no entry: delete dist and start again')
  const shared = withImports(manifest, entryName)
  const ownScripts = (name: string) =>
    [...withImports(manifest, name)].filter((chunk) => !shared.has(chunk)).map((chunk) => `/${manifest[chunk]?.file}`)
  const all = Object.values(manifest)
  const font = all.flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]).find((file) => file.endsWith('.woff2'))
  return {
    modules: [...shared].map((name) => `/${manifest[name]?.file}`),
    styles: [...new Set([...shared].flatMap((name) => manifest[name]?.css ?? []))].map((file) => `/${file}`),
    font: font ? `/${font}` : null,
    scriptsOf: Object.fromEntries(
      Object.keys(manifest)
        .filter((name) => manifest[name]?.isDynamicEntry)
        .map((name) => [name, ownScripts(name)]),
    ),
  }
}

/** A built file and all its static imports. */
function withImports(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const imported of manifest[name]?.imports ?? []) withImports(manifest, imported, found)
  return found
}

/** Names below /assets contain a content hash. The service worker is revalidated each time, to detect new versions. */
function cacheControl(pathname: string): string {
  if (pathname.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return pathname === '/sw.js' ? 'no-cache' : 'public, max-age=86400'
}

function servePacked(packed: ReadonlyMap<string, string>, request: Request): Response | null {
  const { pathname } = new URL(request.url)
  const file = packed.get(pathname)
  if (!file) return null
  const body = request.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>)
  return new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(statSync(file).size),
      'cache-control': cacheControl(pathname),
    },
  })
}

function serveFile(files: Map<string, Buffer>, request: Request): Response | null {
  const { pathname } = new URL(request.url)
  const type = types[extname(pathname)]
  const bytes = files.get(pathname)
  if (!bytes || !type) return null
  const accepted = request.headers.get('accept-encoding') ?? ''
  const brotli = /\bbr\b/.test(accepted) ? files.get(`${pathname}.br`) : undefined
  const gzip = /\bgzip\b/.test(accepted) ? files.get(`${pathname}.gz`) : undefined
  const body = brotli ?? gzip ?? bytes
  return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), {
    headers: {
      'content-type': type,
      'content-length': String(body.byteLength),
      'cache-control': cacheControl(pathname),
      ...(brotli ? { 'content-encoding': 'br' } : gzip ? { 'content-encoding': 'gzip' } : {}),
      vary: 'accept-encoding',
    },
  })
}
