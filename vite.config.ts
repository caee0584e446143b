import { isContractProcedure } from '@orpc/contract'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * The browser asks by method and path; what goes in and comes out is checked by the server. So of the two lists of calls it gets
 * the routes only, as data: the schemas come with the forms that use them.
 */
const routesOnly: Plugin = {
  name: 'routes-only',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async load(id) {
    const list = /\/src\/contract\/(visitor|staff)\.ts$/.exec(id)?.[1]
    if (!list) return null
    const exported = Object.entries((await import(id)) as Record<string, object>)
    return exported.map(([name, calls]) => `export const ${name} = ${JSON.stringify(calls, keepRoute)}`).join('\n')
  },
}

function keepRoute(_: string, value: unknown): unknown {
  if (!isContractProcedure(value)) return value
  const { method, path, inputStructure, outputStructure } = value['~orpc'].route
  return { '~orpc': { errorMap: {}, meta: {}, route: { method, path, inputStructure, outputStructure } } }
}

const below = (...paths: string[]) => new RegExp(paths.join('|'))

/**
 * What pages share, in few files instead of dozens of tiny ones. Pages, dialogs and forms stay apart until they are opened, and nothing of
 * the staff's is named here: a file is fetched whole.
 */
const sharedFiles = [
  { name: 'framework', test: below('node_modules/(react|react-dom|react-router|scheduler|@orpc)/'), priority: 4 },
  // All that the entry imports at once: shell, session, calls, errors. Not the entry itself: it waits for the page, which waits for these.
  { name: 'kit', tags: ['$initial' as const], test: /^(?!.*entry-browser)/, priority: 3 },
  {
    name: 'parts',
    test: below(
      'src/web/ui/',
      'src/web/catalog/(course-card|crumbs|level-bars|list-heading|numbers|price|rating|structured-data|topic-list|video-facade)',
      'src/web/identity/guards',
      'lucide-react/dist/esm/icons/(arrow-right|award|book-open|check|chevron-(left|right)|circle-alert|download|file-text|link-2|lock|play|plus|rotate-ccw|star|users)\\.',
    ),
    priority: 2,
  },
  {
    name: 'reading',
    test: below(
      'src/web/library/(load|use-my-ebooks)',
      'src/web/library/lists/(chip-links|ebook-card|list-pages|list-search|tip-card)',
      'src/web/library/offline/(format-bytes|keepable|save|save-button|saved-store|use-saved)\\.',
    ),
    priority: 1,
  },
  {
    name: 'forms',
    test: below(
      'node_modules/zod/',
      'src/contract/(account|endpoint|identity|images)\\.',
      'src/web/identity/(auth-frame|google-sign-in|sign-in-form|text|use-form|use-redirect-signed-in)\\.',
    ),
    priority: 1,
  },
]

// Two builds from one configuration: what runs at the visitor's (dist/web) and the renderer that the server loads (dist/renderer).
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), routesOnly],
  publicDir: 'src/web/site/public',
  // One file to load at start. In development the packages stay outside: some of them only exist for require().
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        manifest: true,
        target: 'es2022',
        // The article editor is one large part, fetched by staff when they write.
        chunkSizeWarningLimit: 700,
        // Data URLs are not covered by the page policy's font-src, and cannot be remembered by the browser.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'src/web/site/entry-browser.tsx',
          // Making a schema does nothing else: one that nobody uses is left out.
          treeshake: { manualPureFunctions: ['z', 'oc'] },
          output: {
            codeSplitting: { groups: sharedFiles },
          },
        },
      },
    },
    ssr: {
      // The renderer runs where NODE_ENV is nobody's business; React's development build would be several times slower.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/renderer',
        copyPublicDir: false,
        target: 'node24',
        ssr: true,
        rolldownOptions: { input: 'src/web/site/entry-server.tsx' },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      if (client) await builder.build(client)
      if (ssr) await builder.build(ssr)
    },
  },
}))
