import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Paths } from '#server/paths/index.ts'
import type { PathWalk } from './walk.ts'

export function pathRoutes({ paths, pathWalk }: { paths: Paths; pathWalk: PathWalk }) {
  const { paths: on } = endpoints
  return {
    listPaths: on.listPaths.handler(async ({ input, context }) => {
      const { rows, total } = await pathWalk.list(input, (await context.findViewer())?.id ?? null)
      return { ...ok(rows), meta: { ...input, total } }
    }),
    showPath: on.showPath.handler(async ({ input, context, errors }) =>
      ok(
        found(
          await pathWalk.show(input.slug, (await context.findViewer())?.id ?? null),
          errors,
          'Jalur tidak ditemukan',
        ),
      ),
    ),
    listMyPaths: on.listMyPaths.handler(async ({ context }) => ok(await pathWalk.listMine(context.viewer().id))),
    savePath: on.savePath.handler(async ({ input, context, errors }) => {
      accept(await paths.save(context.viewer().id, input.id), errors, 'saved')
      return ok(null, 'Jalur disimpan.')
    }),
    unsavePath: on.unsavePath.handler(async ({ input, context }) => {
      await paths.unsave(context.viewer().id, input.id)
      return ok(null, 'Jalur tidak lagi disimpan.')
    }),
    issuePathCertificate: on.issuePathCertificate.handler(async ({ input, context, errors }) => {
      const { id: slug, name } = input
      const { certificate } = accept(
        await pathWalk.issueCertificate(context.viewer(), { slug, name }),
        errors,
        'issued',
      )
      return ok(certificate)
    }),
  }
}
