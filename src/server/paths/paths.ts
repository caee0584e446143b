import { bindDeps } from '#server/platform/bind-deps.ts'
import type { PathsDeps } from './deps.ts'
import { createPath, deletePath, setPathStatus, updatePath } from './edit-paths.ts'
import { listAllPaths, showAnyPath } from './list-all-paths.ts'
import { savePath, unsavePath } from './saved-paths.ts'

export type Paths = ReturnType<typeof pathsModule>

export const pathsModule = (deps: PathsDeps) => ({
  ...bindDeps(deps, {
    listAll: listAllPaths,
    showAny: showAnyPath,
    create: createPath,
    update: updatePath,
    setStatus: setPathStatus,
    remove: deletePath,
  }),
  ...bindDeps(deps, { save: savePath, unsave: unsavePath }),
})
