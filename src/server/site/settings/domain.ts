import type { Settings } from './settings.ts'

/** `site` serves its calls, because domains above follow what is saved. */
export const settingsDomain = {
  invariants: [],
  contribute: ({ settings }: { settings: Settings }) => ({
    routes: {},
    personalData: [],
    purges: {},
    uploadsInUse: [settings.listUploadsInUse],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
