export { authoringModule, type Authoring } from './authoring.ts'
export { authoringDomain } from './domain.ts'
