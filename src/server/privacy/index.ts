export { privacyModule, type Privacy } from './privacy.ts'
export type { Consents } from './consents.ts'
export { privacyDomain } from './domain.ts'
