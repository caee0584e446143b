import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Paths } from './paths.ts'

export function adminPathRoutes(paths: Paths) {
  const { adminPaths: on } = endpoints
  return {
    listAllPaths: on.listAllPaths.handler(async ({ input }) => {
      const { rows, total } = await paths.listAll(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),
    showAdminPath: on.showAdminPath.handler(async ({ input, errors }) =>
      ok(found(await paths.showAny(input.id), errors)),
    ),
    createPath: on.createPath.handler(async ({ input, context, errors }) => {
      const { path } = accept(await paths.create(context.viewer().id, input), errors, 'saved')
      return ok(path, 'Jalur dibuat.')
    }),
    updatePath: on.updatePath.handler(async ({ input, context, errors }) => {
      const { path } = accept(await paths.update(context.viewer().id, input), errors, 'saved')
      return ok(path, 'Jalur disimpan.')
    }),
    setPathStatus: on.setPathStatus.handler(async ({ input, context, errors }) => {
      const { path } = accept(await paths.setStatus(context.viewer().id, input), errors, 'saved')
      return ok(path, path.status === 'published' ? 'Jalur tayang.' : 'Jalur jadi draf.')
    }),
    deletePath: on.deletePath.handler(async ({ input, context, errors }) => {
      accept(await paths.remove(context.viewer().id, input.id), errors, 'deleted')
      return ok(null, 'Jalur dihapus.')
    }),
  }
}
