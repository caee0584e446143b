export { ensureBuilt } from './build.ts'
export { ensureBuiltByChild } from './build-in-child.ts'
export { loadBuiltWeb, type BuiltWeb } from './built-web.ts'
export { startDevelopmentWeb, type DevelopmentWeb } from './development.ts'
