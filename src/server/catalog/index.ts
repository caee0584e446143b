export { createCatalog, type Catalog } from './catalog.ts'
export { type CourseRow } from './list-courses.ts'
export { presentContent, thumbnailUrl, type ContentRow } from './present.ts'
export { createCatalogRoutes } from './routes.ts'
