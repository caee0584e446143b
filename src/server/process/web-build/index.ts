export { build } from './build.ts'
export { distFolder, ensureBuilt, projectRoot, NotBuilt } from './ensure-built.ts'
export { loadBuiltWeb } from './built-web.ts'
export { startDevelopmentWeb } from './development.ts'
