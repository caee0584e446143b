import * as z from 'zod/mini'
import { adminEndpoint, at, download, freshAdminEndpoint, id, response } from '#contract/kit/endpoint.ts'

export const exportStates = ['making', 'ready', 'failed'] as const

const siteExport = z.object({
  _id: id,
  state: z.enum(exportStates),
  /** Courses and lists that are in it so far. */
  filesDone: z.number(),
  /** Null until the work began. */
  filesAll: z.nullable(z.number()),
  /** Null until it is ready. */
  bytes: z.nullable(z.number()),
  createdAt: z.string(),
})
export type SiteExport = z.infer<typeof siteExport>

const exportParams = z.object({ id })

export const siteExportContract = {
  exportAll: freshAdminEndpoint
    .route(
      at(
        'GET /admin/export',
        'One zip with every course as a file that can be imported, people and enrolments as CSV, and orders as CSV',
        { outputStructure: 'detailed' },
      ),
    )
    .output(download),
  startExport: freshAdminEndpoint
    .route(
      at('POST /admin/exports', 'Make the same zip in the background; while one is being made, it is the answer', {
        successStatus: 202,
        successDescription: 'Ekspor sedang dibuat.',
      }),
    )
    .output(response(siteExport)),
  listExports: adminEndpoint
    .route(at('GET /admin/exports', 'Exports that are being made or can be fetched, the newest first'))
    .output(response(z.array(siteExport))),
  fetchExport: freshAdminEndpoint
    .route(at('GET /admin/exports/{id}/file', 'The zip of an export that is ready', { outputStructure: 'detailed' }))
    .input(exportParams)
    .output(download),
  deleteExport: adminEndpoint
    .route(at('DELETE /admin/exports/{id}', 'Delete an export, or stop it', 'Ekspor dihapus.'))
    .input(exportParams)
    .output(response(z.null())),
}
