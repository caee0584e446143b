import { bindDeps } from '#server/platform/bind-deps.ts'
import type { WalkDeps } from './deps.ts'
import { issuePathCertificate, listMyPaths } from './my-paths.ts'
import { findByWords, listPaths, listPublicPaths, showPath } from './show-paths.ts'

export type PathWalk = ReturnType<typeof pathWalkModule>

export const pathWalkModule = (deps: WalkDeps) =>
  bindDeps(deps, {
    search: findByWords,
    list: listPaths,
    listPublic: listPublicPaths,
    show: showPath,
    listMine: listMyPaths,
    issueCertificate: issuePathCertificate,
  })
