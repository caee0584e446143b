import type { Library } from './library.ts'
import { libraryPersonalData } from './personal-data.ts'
import { libraryRoutes } from './routes.ts'

type Modules = Parameters<typeof libraryPersonalData>[0] & { library: Library }

export const libraryDomain = {
  invariants: [],
  contribute: ({ library, ...modules }: Modules) => ({
    routes: { library: libraryRoutes(library) },
    personalData: [libraryPersonalData(modules)],
    purges: {},
    uploadsInUse: [library.listUploadsInUse],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
