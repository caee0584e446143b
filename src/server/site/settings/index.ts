export { currentAnnouncement } from './announcement.ts'
export { settingsRoutes } from './routes.ts'
export { settingsModule, type Settings } from './settings.ts'
export { type StoredSettings } from './stored-settings.ts'
