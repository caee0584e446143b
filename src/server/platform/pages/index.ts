export { createCachingApi } from './caching-api.ts'
export { exerciseFrame } from './exercise-frame.ts'
export { failurePage, startingPage, maintenancePage, urlTooLongPage } from './failure-page.ts'
export { createPageCache, type PageCache } from './page-cache.ts'
export { pagesModule, type Pages } from './pages.ts'
export { encodeResponse, prepareResponse, respondWithText, toResponse } from './response.ts'
export { sharedByEveryone } from './shared-caches.ts'
export type { PageRenderer } from './renderer.ts'
export { cacheTagsModule, type CacheTags } from './cache-tags.ts'
export {
  collectDependencies,
  dependsOn,
  isCollectingDependencies,
  validUntil,
  type Dependencies,
} from './dependencies.ts'
