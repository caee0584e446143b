import type { CsvOutput } from '#server/platform/csv/index.ts'
import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { EmitEvent } from '#server/integrations/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { ListDeps } from './list-course-students.ts'

export type CourseStudentsDeps = ListDeps & {
  mail: Mail
  rateLimiter: RateLimiter
  audit: Audit
  cacheTags: CacheTags
  publicUrl: string
  emitEvent: EmitEvent
  log: Logger
  csv: CsvOutput
}
