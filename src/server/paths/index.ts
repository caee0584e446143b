export { pathsModule, type Paths } from './paths.ts'
export {
  findPathId,
  findPaths,
  isPublicSql,
  listPathIdsOfCourses,
  listSavedIds,
  pathsTag,
  pickPaths,
  searchPaths,
  type StoredPath,
} from './find-paths.ts'
export { stepsLeft } from './steps-left.ts'
export { pathsDomain } from './domain.ts'
