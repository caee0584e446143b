export { privacyPersonalData } from './personal-data.ts'
export { privacyModule, type Privacy } from './privacy.ts'
export { privacyRoutes } from './routes.ts'
export type { Consents } from './consents.ts'
