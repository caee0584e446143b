export { createMyItemsLoader, MyItemsPage } from './my-items-page.tsx'
export { createMyNotesLoader, MyNotesPage } from './my-notes-page.tsx'
