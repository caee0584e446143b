import * as z from 'zod/mini'
import { freshAdminEndpoint, adminEndpoint, response } from '#contract/kit/endpoint.ts'

// How the running installation serves, without a restart: open to visitors, and how much it logs.

/** `read-only`: only admins change anything. `maintenance`: only admins see anything. Payment notifications are stored in every mode. */
export const siteModes = ['normal', 'read-only', 'maintenance'] as const
export type SiteMode = (typeof siteModes)[number]
export const siteModeLabels: Record<SiteMode, string> = {
  normal: 'Normal',
  'read-only': 'Hanya baca',
  maintenance: 'Pemeliharaan',
}

export const logLevels = ['error', 'warn', 'info', 'debug'] as const

export const maximumMessageLength = 300

export const operationInput = z.object({
  mode: z.enum(siteModes, 'Pilih salah satu mode'),
  /** What visitors read meanwhile; null: a sentence of the product. */
  message: z.nullable(
    z.string().check(z.trim(), z.maxLength(maximumMessageLength, `Maksimal ${maximumMessageLength} karakter`)),
  ),
  /** Null: as the setting LOG_LEVEL says. */
  logLevel: z.nullable(z.enum(logLevels, 'Pilih salah satu tingkat')),
})
export type Operation = z.infer<typeof operationInput>

export const operationContract = {
  showOperation: adminEndpoint
    .route({ method: 'GET', path: '/admin/operation', summary: 'Maintenance and read-only mode, and the log level' })
    .output(response(operationInput)),
  saveOperation: freshAdminEndpoint
    .route({
      method: 'PUT',
      path: '/admin/operation',
      summary: 'Switches maintenance and read-only mode, and the log level, of all processes',
    })
    .input(operationInput)
    .output(response(operationInput)),
}
