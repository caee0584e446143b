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

const pathMatches = (...paths: string[]) => new RegExp(paths.join('|'))

/**
 * Code that pages share, in a few chunks instead of dozens of small ones. Pages, dialogs and forms stay separate chunks until opened.
 * Staff code is not listed here, because a chunk is loaded as a whole.
 */
const sharedChunks = [
  { name: 'framework', test: pathMatches('node_modules/(react|react-dom|react-router|scheduler|@orpc)/'), priority: 4 },
  // All static imports of the entry: shell, session, API client, errors. The entry itself is excluded: it waits for pages, which import these.
  { name: 'kit', tags: ['$initial' as const], test: /^(?!.*entry-browser)/, priority: 3 },
  {
    name: 'parts',
    test: pathMatches(
      // Parts that most pages show. A part that is not named is loaded by the pages that import it.
      'src/web/kit/ui/(avatar|badge|behaviour/shared-value|behaviour/use-disclosure|behaviour/use-focus-heading|behaviour/use-remote|behaviour/use-resetting-state|behaviour/use-shortcuts|breadcrumb|button|class-names|dialog|feedback/alerts|feedback/empty-state|feedback/error-state|feedback/loading-overlay|feedback/progress-bar|feedback/progress-line|feedback/skeleton|feedback/spinner|feedback/stairs|feedback/toast|field|figure|logo|page-head|plain-text|prose|sharing/copy-text|structured-data)\\.',
      'src/web/kit/ui/feedback/climb\\.',
      'src/web/catalog/(amount|course-card|crumbs|level-bars|numbers|price|rating|structured-data|lists/topic-list|video/youtube-facade)',
      'src/web/identity/(guards)\\.',
      'src/web/kit/device/use-stored\\.',
      'lucide-react/dist/esm/icons/(arrow-left|arrow-right|award|book-open|check|chevron-(left|right)|circle|circle-alert|clock|download|file-text|list|lock|play|plus|rotate-ccw|star|users)\\.',
    ),
    priority: 2,
  },
  {
    name: 'reading',
    test: pathMatches(
      'src/web/library/(ebook-price|free-badge|page-kinds|use-owned-ebook-ids)\\.',
      'src/web/library/(book-cover|list-pages|tip-card)\\.',
      'src/web/site/offline/(offline-item|save-button|saved-names|saved-store|use-saved)\\.',
      'src/web/kit/device/owner\\.',
      'src/web/library/(reading-store|reader/section/display)\\.',
      'lucide-react/dist/esm/icons/(bookmark|highlighter|notebook-pen)\\.',
    ),
    priority: 1,
  },
  // What is already the viewer's own, on lists and on what is for sale.
  {
    name: 'owned',
    test: pathMatches('src/web/catalog/lists/enrolled-courses\\.', 'src/web/kit/ui/feedback/load-failure\\.'),
    priority: 1,
  },
  // Of lists of courses, which do not load `reading`, and of those that do.
  {
    name: 'lists',
    test: pathMatches(
      'src/web/kit/ui/lists/(search-field|pagination)\\.',
      'src/web/kit/ui/behaviour/use-is-leaving\\.',
      'src/web/catalog/lists/list-heading\\.',
    ),
    priority: 2,
  },
  {
    // Below `reading` and `lists`, whose parts it uses.
    name: 'library-lists',
    test: pathMatches('src/web/library/(chip-links|ebook-card|list-search)\\.'),
    priority: 0,
  },
  {
    // What the course page shares with the player, and with what is bought.
    name: 'outline',
    test: pathMatches(
      'src/contract/commerce/labels\\.',
      'src/web/catalog/(course/course-chapters|course/list-related|lesson-icons|lesson-type-labels)\\.',
      'src/web/commerce/item-paths\\.',
      'src/web/learning/study-verb\\.',
      'lucide-react/dist/esm/icons/(circle-play|chevron-down|clipboard-pen|code|list-checks)\\.',
    ),
    priority: 1,
  },
  {
    // Small parts of the course page and the reader.
    name: 'course',
    test: pathMatches(
      'src/web/commerce/end-of-sale\\.',
      'src/web/kit/ui/(lazy-dialog|sharing/share-button)\\.',
      'lucide-react/dist/esm/icons/(share-2)\\.',
    ),
    priority: 1,
  },
  {
    // The second step of a sign-in, and fresh proofs: what most visits never open. One chunk, because every page lists the chunks that it may load.
    name: 'security',
    test: pathMatches(
      'node_modules/@simplewebauthn/',
      'src/contract/identity/two-step\\.',
      'src/web/identity/two-step/(?!can-use-passkeys)',
      'src/web/identity/settings/(passkeys-section|recovery-codes|two-step-section)\\.',
      'lucide-react/dist/esm/icons/(copy|key-round|printer)\\.',
    ),
    // Below `forms`, so that it does not take the code that both need.
    priority: 0,
  },
  {
    // Small parts of the student and account pages.
    name: 'student',
    test: pathMatches(
      'src/contract/(identity/account|kit/media/images|learning/note-length|learning/note-moments)\\.',
      'src/web/identity/(private-page-link|sign-in/use-link-token|session/use-unsaved-guard)\\.',
      'src/web/kit/device/use-sync-state\\.',
      'src/web/learning/(course-to-continue|load-as-student|progress-label|relative-time)\\.',
      'src/web/learning/dashboard/(week-numbers)\\.',
      'src/web/kit/ui/(lists/shortcut-list|behaviour/fresh-reads|behaviour/leave-row|behaviour/use-focus-next)\\.',
      'lucide-react/dist/esm/icons/(arrow-up|cloud-off|pencil)\\.',
    ),
    priority: 0,
  },
  {
    // Buying one thing: on the course page, and when it is pressed in the reader.
    name: 'offer',
    test: pathMatches(
      'src/contract/commerce/order-standing\\.',
      'src/web/commerce/(teams/buy-for-others|kept/add-to-cart|text|other-methods)\\.',
      'src/web/commerce/checkout/(buy-step|buy-item|checkout-flow|tab-text|use-checkout|use-open-transaction|use-purchase|promo-field|use-promo-code)\\.',
    ),
    priority: 0,
  },
  // Loaded by forms when a field of theirs has the focus.
  {
    name: 'schemas',
    test: pathMatches('node_modules/zod/', 'src/contract/(kit/endpoint|identity/identity)\\.'),
    priority: 1,
  },
  {
    name: 'forms',
    test: pathMatches(
      'src/web/kit/ui/(behaviour/use-press-end|feedback/wait-notice)\\.',
      'src/web/identity/(sign-in/auth-frame|sign-in/failure-text|sign-in/field-checks|sign-in/sign-in-form|sign-in/sign-in-steps|sign-in/text|sign-in/use-form|sign-in/redirect-signed-in|sign-in/use-second-step|google-button|google-sign-in|two-step/can-use-passkeys)\\.',
    ),
    priority: 1,
  },
]

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
            // Hashes do not compress, and every page lists the chunks that it may load: 7 characters are enough to tell builds apart.
            chunkFileNames: 'assets/[name]-[hash:7].js',
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
