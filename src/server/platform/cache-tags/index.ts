export { cacheTagsModule, type CacheTags } from './cache-tags.ts'
export {
  collectDependencies,
  dependsOn,
  isCollectingDependencies,
  validUntil,
  type Dependencies,
} from './dependencies.ts'
