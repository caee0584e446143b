import { isContractProcedure } from '@orpc/contract'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import type { EndpointMeta } from './src/contract/kit/endpoint.ts'
import { sharedChunks } from './src/web/shared-chunks.ts'
import * as sourceFiles from './src/web/source-files.ts'

/**
 * The browser needs only method and path of each endpoint, and whether only admins may call it, because the server validates inputs and outputs. So the browser build
 * replaces the endpoint lists with their routes as data; schemas are bundled with the forms that use them.
 */
const routesOnly: Plugin = {
  name: 'routes-only',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, file) {
    if (!file.startsWith(join(import.meta.dirname, 'src/web/'))) return null
    return code.replaceAll(
      /^import \{([^}]*)\} from '(#contract\/[^']+)'$/gm,
      (whole, names: string, source: string) => {
        const imported = names.split(',').map((name) => name.trim())
        const lists = imported.filter((name) => /^(?!register)\w+Contract$/.test(name))
        if (lists.length === 0) return whole
        const others = imported.filter((name) => name && !lists.includes(name) && !name.startsWith('type ')).join(', ')
        const rest = others ? `; import { ${others} } from '${source}'` : ''
        return `import { ${lists.join(', ')} } from '${source}?routes'${rest}`
      },
    )
  },
  async load(id) {
    const [, file] = /^(.*\/src\/contract\/.*\.ts)\?routes$/.exec(id) ?? []
    const list = file ?? /^.*\/src\/contract\/(?:visitor|staff|on-demand|security)\.ts$/.exec(id)?.[0]
    if (!list) return null
    const exported = Object.entries((await import(list)) as Record<string, object>).filter(([name]) =>
      name.endsWith('Contract'),
    )
    return exported.map(([name, calls]) => `export const ${name} = ${JSON.stringify(calls, onlyRoute)}`).join('\n')
  },
}

function onlyRoute(_: string, value: unknown): unknown {
  if (!isContractProcedure(value)) return value
  const { route, meta } = value['~orpc']
  const { method, path, inputStructure, outputStructure } = route
  // Pages of staff lead away who may not make their calls.
  const { access } = meta as Partial<EndpointMeta>
  const forAdmins = access === 'admin' ? { access } : {}
  return { '~orpc': { errorMap: {}, meta: forAdmins, route: { method, path, inputStructure, outputStructure } } }
}

/** A package that looks for its files beside itself gets them from its caller here. */
const noFilesBeside: Plugin = {
  name: 'no-files-beside',
  enforce: 'pre',
  transform: (code) => (code.includes('import.meta.url') ? code.replaceAll('import.meta.url', "'data:,'") : null),
}

/** `import code from './head.inline.ts?script'`: the scripts inside of documents and workers, each compiled and minified to one text. */
const inlineScripts: Plugin = {
  name: 'inline-scripts',
  async load(id) {
    const [entry = '', query] = id.split('?')
    if (query !== 'script') return null
    const built = await build({
      configFile: false,
      logLevel: 'error',
      plugins: [inlineScripts, noFilesBeside],
      publicDir: false,
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        lib: { entry, formats: ['iife'], name: 'script' },
      },
    })
    const [chunk] = [built].flat().flatMap((part) => ('output' in part ? part.output : []))
    if (chunk?.type !== 'chunk') throw new Error(`${entry} was not compiled`)
    return `export default ${JSON.stringify(chunk.code.trim())}`
  },
}

/** `import url from 'packed:package/file'`: a large file of a package, compressed once, beside the rest of the build; its reader unpacks it. In development it is served as it is. */
const packedFiles: Plugin = {
  name: 'packed-files',
  // Without the ending that says what it is, so that nothing else reads it.
  resolveId: (id) => (id.startsWith('packed:') ? `\0${id}.packed` : null),
  async load(id) {
    if (!id.startsWith('\0packed:')) return null
    const file = join(import.meta.dirname, 'node_modules', id.slice('\0packed:'.length, -'.packed'.length))
    if (this.environment.name !== 'client' || this.environment.mode !== 'build')
      return `export default ${JSON.stringify(`/@fs${file}`)}`
    const source = await promisify(gzip)(await readFile(file), { level: 6 })
    const reference = this.emitFile({ type: 'asset', name: `${basename(file)}.packed`, source })
    return `export default import.meta.ROLLUP_FILE_URL_${reference}`
  },
}

const emptyDatabaseFile = join(import.meta.dirname, 'node_modules/.cache/empty-database.packed')
async function writeEmptyDatabase(): Promise<void> {
  const script = join(import.meta.dirname, 'src/server/platform/database/engines/write-empty-database.ts')
  await mkdir(dirname(emptyDatabaseFile), { recursive: true })
  // Optimized code of the database takes 600 MB more for a second.
  await promisify(execFile)(process.execPath, ['--liftoff-only', script, emptyDatabaseFile])
}

/** `import url from 'empty-database:'`: the files of a database that was just created, packed. Made by a process of its own, before the rest of the client, because together they take 400 MB more. */
const emptyDatabase: Plugin = {
  name: 'empty-database',
  async buildStart() {
    if (this.environment.name === 'client' && this.environment.mode === 'build') await writeEmptyDatabase()
  },
  resolveId: (id) => (id === 'empty-database:' ? '\0empty-database' : null),
  async load(id) {
    if (id !== '\0empty-database') return null
    if (this.environment.name !== 'client' || this.environment.mode !== 'build') {
      if (!existsSync(emptyDatabaseFile)) await writeEmptyDatabase()
      return `export default ${JSON.stringify(`/@fs${emptyDatabaseFile}`)}`
    }
    const name = basename(emptyDatabaseFile)
    const reference = this.emitFile({ type: 'asset', name, source: await readFile(emptyDatabaseFile) })
    return `export default import.meta.ROLLUP_FILE_URL_${reference}`
  },
}

/** Of a package that exports thousands of icons, only those that are used are read. */
const lazily = { lazyBarrel: true }

/** Packages of many small modules that every start loads: in few files the server starts in about half the time. All others are imported from node_modules. */
const bundledInServer = ['@hono/node-server', 'hono', /^@orpc\//, 'json-schema-typed', 'rou3', 'drizzle-orm', 'zod']
const serverFolder = join(import.meta.dirname, 'dist/server')

/** The server finds files beside its sources, and starts scripts there, by `import.meta`: in dist it is still that of the source. */
const pathsOfSources: Plugin = {
  name: 'paths-of-sources',
  applyToEnvironment: ({ name }) => name === 'server',
  transform(code, file) {
    if (!file.startsWith(join(import.meta.dirname, 'src')) || !code.includes('import.meta.')) return null
    const fromServer = (target: string) => JSON.stringify(relative(serverFolder, target).replaceAll('\\', '/'))
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${fromServer(dirname(file))})`)
      .replaceAll('import.meta.url', `new URL(${fromServer(file)}, import.meta.url).href`)
  },
}

// Four builds from one configuration: the browser files and the service worker (dist/web), the renderer that the server loads (dist/renderer), and the server (dist/server).
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), routesOnly, inlineScripts, packedFiles, emptyDatabase, pathsOfSources],
  publicDir: 'src/web/site/public',
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        manifest: true,
        target: 'es2022',
        // The article editor is one large chunk, loaded by staff only.
        chunkSizeWarningLimit: 750,
        // The font-src of the content security policy does not allow data URLs, and browsers cannot cache them.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: sourceFiles.browserEntry,
          experimental: lazily,
          // Creating a schema has no side effects, so unused schemas are removed.
          treeshake: { manualPureFunctions: ['z', 'oc'] },
          output: {
            // Every page lists the chunks that it may load: their names are a kilobyte of its scripts, and hashes do not compress. 7 characters are
            // enough to tell builds apart; `.vite/manifest.json` says what a chunk is made from.
            chunkFileNames: 'assets/[hash:7].js',
            codeSplitting: { groups: sharedChunks },
          },
        },
      },
    },
    // The service worker: one file at the root, whose name never changes.
    worker: {
      consumer: 'client',
      build: {
        outDir: 'dist/web',
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2022',
        rolldownOptions: { input: sourceFiles.workerEntry, output: { format: 'iife', entryFileNames: 'sw.js' } },
      },
    },
    ssr: {
      // The renderer is built as one file. In development packages stay external, because some of them are CommonJS only.
      ...(command === 'build' ? { resolve: { noExternal: true } } : {}),
      // Fixed at build time, because the development build of React is several times slower.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/renderer',
        copyPublicDir: false,
        target: 'node24',
        ssr: true,
        rolldownOptions: { input: sourceFiles.serverEntry, experimental: lazily },
      },
    },
    server: {
      consumer: 'server',
      resolve: { noExternal: bundledInServer },
      build: {
        outDir: serverFolder,
        copyPublicDir: false,
        target: 'node24',
        ssr: true,
        // Stack traces stay legible.
        minify: false,
        chunkSizeWarningLimit: Infinity,
        // All files in one folder, which paths of sources are relative to.
        rolldownOptions: {
          input: ['src/server/process/serve.ts', 'src/server/process/fill-demo.ts'],
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:7].js' },
        },
      },
    },
  },
}))
