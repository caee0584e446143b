import { settingsRoutes } from './routes.ts'
import type { Settings } from './settings.ts'

export const settingsDomain = {
  invariants: [],
  contribute: ({ settings }: { settings: Settings }) => ({
    routes: { settings: settingsRoutes(settings) },
    personalData: [],
    purges: {},
    uploadsInUse: [settings.listUploadsInUse],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
