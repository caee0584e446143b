export { createSiteRoutes } from './routes.ts'
export { createSite, type SiteModule } from './site.ts'
