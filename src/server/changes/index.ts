export { changesModule, type Changes } from './changes.ts'
export { collectDependencies, shows, showsUntil, type Dependencies } from './dependencies.ts'
