import { download, freshAdminEndpoint } from '#contract/kit/endpoint.ts'

export const siteExportContract = {
  exportAll: freshAdminEndpoint
    .route({
      method: 'GET',
      path: '/admin/export',
      outputStructure: 'detailed',
      summary:
        'One zip with every course as a file that can be imported, people and enrolments as CSV, and orders as CSV',
    })
    .output(download),
}
