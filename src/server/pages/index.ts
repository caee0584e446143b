export { failurePage } from './failure-page.ts'
export { createMemory, toAnswer, type Memory } from './remembered.ts'
export { createPages, type Pages } from './pages.ts'
export type { PageAddress, PageRenderer, RenderedPage } from './renderer.ts'
