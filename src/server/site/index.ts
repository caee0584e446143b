export { createAuditLog, createAuditLogRoutes } from './audit-log.ts'
export { createSiteFiles } from './files.ts'
export { createOverviewRoutes, createSiteRoutes } from './routes.ts'
export { createSite, type SiteModule } from './site.ts'
