export { failurePage } from './failure-page.ts'
export { answerOnce, createMemory, toAnswer, toResponse, type Memory } from './remembered.ts'
export { createPages, type Pages } from './pages.ts'
export type { PageAddress, PageRenderer, RenderedPage } from './renderer.ts'
