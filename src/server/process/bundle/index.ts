export { buildBundle } from './build.ts'
export { findBundle, startModule } from './find.ts'
