export { privacyModule, privacyPersonalData, type Privacy } from './privacy.ts'
export { privacyRoutes } from './routes.ts'
export type { Consents } from './consents.ts'
