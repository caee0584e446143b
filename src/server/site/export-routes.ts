import { endpoints } from '#server/endpoints.ts'
import type { ExportAll } from './export-all.ts'

export const exportRoutes = (exportAll: ExportAll) => ({
  exportAll: endpoints.siteExport.exportAll.handler(({ context }) => exportAll.download(context.viewer())),
})
