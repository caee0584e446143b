import { pathsPersonalData } from './saved-paths.ts'
import { adminPathRoutes } from './routes.ts'
import type { Paths } from './paths.ts'

type Modules = Parameters<typeof pathsPersonalData>[0] & { paths: Paths }

/** The view of students, with the price, belongs to `paths/walk`. */
export const pathsDomain = {
  invariants: [
    [
      'the slug of a path leads to it',
      `select p.id from paths p left join path_slugs s on s.slug = p.slug and s.path_id = p.id where s.slug is null`,
    ],
  ] as const,
  contribute: ({ paths, ...modules }: Modules) => ({
    routes: { adminPaths: adminPathRoutes(paths) },
    personalData: [pathsPersonalData(modules)],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
