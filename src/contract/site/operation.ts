import * as z from 'zod/mini'
import { at, freshAdminEndpoint, adminEndpoint, response } from '#contract/kit/endpoint.ts'
import { logLevels, siteModes, type SiteMode } from '#contract/kit/site-mode.ts'

export const siteModeLabels: Record<SiteMode, string> = {
  normal: 'Normal',
  'read-only': 'Hanya baca',
  maintenance: 'Pemeliharaan',
}

export const maximumMessageLength = 300

export const operationInput = z.object({
  mode: z.enum(siteModes, 'Pilih salah satu mode'),
  message: z.nullable(
    z.string().check(z.trim(), z.maxLength(maximumMessageLength, `Maksimal ${maximumMessageLength} karakter`)),
  ),
  logLevel: z.nullable(z.enum(logLevels, 'Pilih salah satu tingkat')),
})

export const operationContract = {
  showOperation: adminEndpoint
    .route(at('GET /admin/operation', 'Maintenance and read-only mode, and the log level'))
    .output(response(operationInput)),
  saveOperation: freshAdminEndpoint
    .route(at('PUT /admin/operation', 'Switches maintenance and read-only mode, and the log level, of all processes'))
    .input(operationInput)
    .output(response(operationInput)),
}
