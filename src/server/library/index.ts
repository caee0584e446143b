export { createLibrary, type Library } from './library.ts'
export { createLibraryRoutes } from './routes.ts'
