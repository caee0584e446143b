export { auditLogModule, auditLogRoutes } from './audit-log.ts'
export { siteFilesModule } from './files.ts'
export { notesRoutes, overviewRoutes, siteRoutes } from './routes.ts'
export { siteModule, type SiteModule } from './site.ts'
