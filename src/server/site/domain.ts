import { auditLogModule, auditLogRoutes } from './audit-log.ts'
import { homeRoutes, notesRoutes, overviewRoutes, siteRoutes } from './routes.ts'
import { settingsRoutes } from './save-settings.ts'
import type { SiteModule } from './site.ts'

type Modules = Parameters<typeof auditLogModule>[0] & Parameters<typeof settingsRoutes>[0] & { site: SiteModule }

export const siteDomain = {
  invariants: [],
  contribute: ({ site, ...modules }: Modules) => ({
    routes: {
      settings: settingsRoutes(modules),
      site: siteRoutes(site),
      home: homeRoutes(site),
      overview: overviewRoutes(site),
      notes: notesRoutes(site),
      audit: auditLogRoutes(auditLogModule(modules)),
    },
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
