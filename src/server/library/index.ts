export { libraryModule, type Library, type SellableEbook } from './library.ts'
export { libraryPersonalData } from './personal-data.ts'
export { libraryRoutes } from './routes.ts'
export type { Editing } from './editing/editing.ts'
