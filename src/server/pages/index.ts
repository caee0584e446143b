export { failurePage } from './failure-page.ts'
export { answerOnce, createPageCache, toAnswer, toResponse, type PageCache } from './page-cache.ts'
export { pagesModule, type Pages } from './pages.ts'
export type { PageAddress, PageRenderer, RenderedPage } from './renderer.ts'
