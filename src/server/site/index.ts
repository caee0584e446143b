export { createAuditLog, createAuditLogRoutes } from './audit-log.ts'
export { createSiteRoutes } from './routes.ts'
export { createSite, type SiteModule } from './site.ts'
