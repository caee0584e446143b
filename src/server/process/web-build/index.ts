export { build } from './build.ts'
export { distFolder, ensureBuilt, projectRoot, NotBuilt } from './ensure-built.ts'
export { loadBuiltWeb, type BuiltWeb } from './built-web.ts'
export { startDevelopmentWeb, type DevelopmentWeb } from './development.ts'
