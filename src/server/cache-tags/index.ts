export { cacheTagsModule, type CacheTags } from './cache-tags.ts'
export { collectDependencies, dependsOn, validUntil, type Dependencies } from './dependencies.ts'
