export { ensureBuilt } from './build.ts'
export { ensureBuiltInChildProcess } from './build-in-child-process.ts'
export { loadBuiltWeb, type BuiltWeb } from './built-web.ts'
export { startDevelopmentWeb, type DevelopmentWeb } from './development.ts'
