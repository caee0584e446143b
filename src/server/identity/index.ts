export { createIdentity, type Identity, type Person } from './identity.ts'
export { createIdentityRoutes } from './routes.ts'
