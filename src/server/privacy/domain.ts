import { privacyPersonalData } from './personal-data.ts'
import type { Privacy } from './privacy.ts'
import { privacyRoutes } from './routes.ts'

export const privacyDomain = {
  invariants: [],
  contribute: ({ privacy }: { privacy: Privacy }) => ({
    routes: { privacy: privacyRoutes(privacy) },
    personalData: [privacyPersonalData(privacy)],
    purges: { 'privacy-requests': privacy.requests.deleteOld },
    uploadsInUse: [privacy.legal.listUploadsInUse],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
