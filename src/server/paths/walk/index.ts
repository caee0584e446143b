export { pathWalkModule, type PathWalk } from './walk.ts'
export { pathWalkDomain } from './domain.ts'
