import * as z from 'zod/mini'
import { at, adminEndpoint, response } from '#contract/kit/endpoint.ts'

/** Green, yellow, red. */
const checkLevels = ['ok', 'warning', 'problem'] as const
export type CheckLevel = (typeof checkLevels)[number]

export const levelLabels: Record<CheckLevel, string> = { ok: 'Baik', warning: 'Perlu perhatian', problem: 'Bermasalah' }

const systemCheck = z.object({
  name: z.string(),
  /** Visible name. */
  label: z.string(),
  level: z.enum(checkLevels),
  /** The finding, as text for admins. */
  value: z.string(),
  /** Null where nothing has to be done. */
  advice: z.nullable(z.string()),
})
export type SystemCheck = z.infer<typeof systemCheck>

export const systemReport = z.object({
  checkedAt: z.string(),
  checks: z.array(systemCheck),
  /** Settings of the environment by name; secrets are masked, null means that the default applies. */
  settings: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
})
export type SystemReport = z.infer<typeof systemReport>

/** `kept`: without a mail server it stays in a folder. `reason` is what the mail server said, null when it took the mail. */
const testMail = z.object({
  outcome: z.enum(['sent', 'kept', 'failed']),
  to: z.string(),
  reason: z.nullable(z.string()),
})
export type TestMail = z.infer<typeof testMail>

export const systemContract = {
  sendTestMail: adminEndpoint
    .route(
      at('POST /admin/system/test-mail', 'Sends a mail to the caller at once, and returns what the mail server says'),
    )
    .output(response(testMail)),
  showSystem: adminEndpoint
    .route(
      at('GET /admin/system', 'The state of this installation: database, due work, backups, disk, memory, settings'),
    )
    .output(response(systemReport)),
}
