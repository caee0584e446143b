import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageRenderer } from '#server/platform/pages/index.ts'
import { projectRoot } from './ensure-built.ts'

export type DevelopmentWeb = {
  renderer: PageRenderer
  middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close(): Promise<void>
}

type Renderer = { createPageRenderer(options: { assets: object }): PageRenderer }

const assets = {
  modules: ['/@vite/client', '/src/web/site/document/entry-browser.tsx'],
  styles: ['/src/web/site/document/app.css?direct'],
  inlineStyle: null,
  font: null,
}

// React's fast refresh must be installed before the first component loads.
const refreshPreamble = `import{injectIntoGlobalHook}from'/@react-refresh';injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>type=>type`

/** Vite in this process: renders pages from the current sources, with hot reloading. */
export async function startDevelopmentWeb(): Promise<DevelopmentWeb> {
  const { createServer } = await import('vite')
  const vite = await createServer({ root: projectRoot, appType: 'custom', server: { middlewareMode: true } })
  const load = async () =>
    ((await vite.ssrLoadModule('/src/web/site/document/entry-server.tsx')) as unknown as Renderer).createPageRenderer({
      assets,
    })
  let current = await load()
  return {
    renderer: {
      inlineStyles: [],
      get exerciseFrame() {
        return current.exerciseFrame
      },
      get inlineScripts() {
        return [...current.inlineScripts, refreshPreamble]
      },
      // Without page cache, because sources change at any time.
      describe: (url) => ({ ...current.describe(url), cacheKey: null }),
      async render(requested, api, site) {
        current = await load()
        const page = await current.render(requested, api, site)
        return page.kind === 'html'
          ? { ...page, html: page.html.replace('</head>', `<script type="module">${refreshPreamble}</script></head>`) }
          : page
      },
    },
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  }
}
