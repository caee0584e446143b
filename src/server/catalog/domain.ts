import { secondMs } from '#contract/kit/durations.ts'
import type { Catalog } from './catalog.ts'
import { catalogRoutes } from './routes.ts'

/** Personal data of those who teach is exported with the course files that they sent, by `moving`. */
export const catalogDomain = {
  invariants: [],
  contribute: ({ catalog }: { catalog: Catalog }) => ({
    routes: { catalog: catalogRoutes(catalog) },
    personalData: [],
    purges: {},
    uploadsInUse: [catalog.listUploadsInUse],
    mediaInUse: [catalog.usesMedia],
    figures: [],
    dueWork: [],
    // Searches update their index themselves; this reads the courses before the first one.
    periodic: [
      { name: 'course-search', everyMs: 5 * secondMs, run: catalog.updateSearch },
      { name: 'course-views', everyMs: 5 * secondMs, run: catalog.views.save },
    ],
  }),
}
