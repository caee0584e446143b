import { personalDataOf, type Database } from '#server/platform/database/index.ts'
import type { Library } from './library.ts'
import { libraryRoutes } from './routes.ts'
import { ownedByReaders } from './tables.ts'

type Modules = { database: Database; library: Library }

export const libraryDomain = {
  invariants: [],
  contribute: ({ library, database }: Modules) => ({
    routes: { library: libraryRoutes(library) },
    personalData: [personalDataOf(database, 'library', ownedByReaders)],
    purges: {},
    uploadsInUse: [library.listUploadsInUse],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
