export { createSettingsRoutes } from './routes.ts'
export { createSettings, type Settings } from './settings.ts'
export { type SiteSettings } from './site-settings.ts'
