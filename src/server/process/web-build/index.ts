export { build } from './build.ts'
export { distFolder, ensureBuilt, projectRoot, NotBuilt, startBuilding } from './ensure-built.ts'
export { loadBuiltWeb } from './built-web.ts'
export { startDevelopmentWeb } from './development.ts'
