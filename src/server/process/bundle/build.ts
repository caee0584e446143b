import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ensureBuiltFrom } from '#server/process/builds/ensure-built-from.ts'
import { projectRoot } from '#server/process/builds/project-root.ts'
import { bundleFolder, bundleStamp, stampFile } from './find.ts'

/**
 * Packages of many small ES modules, all loaded at every start. The others stay where they are: some are CommonJS, whose imports a bundler may
 * resolve to another version than Node does, some read files beside their code or have native parts, some are loaded only when needed.
 */
const bundledPackages = [
  '@hono/node-server',
  '@orpc/client',
  '@orpc/contract',
  '@orpc/openapi',
  '@orpc/openapi-client',
  '@orpc/server',
  '@orpc/zod',
  'altcha-lib',
  'csv-parse',
  'drizzle-orm',
  'hono',
  'zod',
]

/**
 * Makes `dist/server` unless it is current: the modules of the server in a few files, because importing 1,200 small ones takes most of a
 * start. Needs the development packages.
 */
export async function buildBundle(onProgress: (what: string) => void): Promise<void> {
  const folder = join(projectRoot, bundleFolder)
  await ensureBuiltFrom(join(folder, stampFile), bundleStamp(projectRoot), async () => {
    onProgress('bundling the server')
    await bundle(folder)
  })
}

async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite')
  const { dependencies } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  await build({
    configFile: false,
    root: projectRoot,
    publicDir: false,
    logLevel: 'warn',
    plugins: [{ name: 'paths-of-sources', transform: (code, file) => withPathsOfSources(code, file, folder) }],
    ssr: { noExternal: bundledPackages, external: Object.keys(dependencies).filter((name) => !bundledPackages.includes(name)) },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      chunkSizeWarningLimit: Infinity,
      target: 'node24',
      // Stack traces stay legible.
      minify: false,
      rolldownOptions: {
        input: ['serve', 'start'].map((name) => join(projectRoot, `src/server/process/${name}.ts`)),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:7].js' },
      },
    },
  })
}

/** Our code finds the files beside it, and the commands that it starts, by its own path. In a bundle that stays the path of the source. */
function withPathsOfSources(code: string, file: string, folder: string): { code: string; map: null } | null {
  if (!file.startsWith(join(projectRoot, 'src')) || !code.includes('import.meta.')) return null
  const fromBundle = (target: string) => JSON.stringify(relative(folder, target).replaceAll('\\', '/'))
  const paths = {
    dirname: `(import.meta.dirname + '/' + ${fromBundle(dirname(file))})`,
    url: `new URL(${fromBundle(file)}, import.meta.url).href`,
  }
  return { code: code.replaceAll(/import\.meta\.(dirname|url)\b/g, (_, name: 'dirname' | 'url') => paths[name]), map: null }
}
