export { authoringModule } from './authoring.ts'
export { authoringDomain } from './domain.ts'
