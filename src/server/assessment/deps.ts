import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import type { Learning } from '#server/learning/index.ts'

export type AssessmentDeps = { database: Database; clock: Clock; learning: Learning; audit: Audit; log: Logger }
