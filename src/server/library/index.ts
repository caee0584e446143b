export { libraryModule, type Library } from './library.ts'
export { type SellableEbook } from './sellable-ebooks.ts'
export type { Editing } from './editing/editing.ts'
export { libraryDomain } from './domain.ts'
