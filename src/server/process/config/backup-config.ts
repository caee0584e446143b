import { join } from 'node:path'
import * as z from 'zod'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { S3Place } from '#server/platform/storage/index.ts'
import { within } from './bucket-config.ts'
import { onOff, wholeNumber } from './values.ts'

export const backupSettings = {
  BACKUP_EVERY: z
    .string()
    .regex(/^(off|[1-9]\d{0,2}[hd])$/, 'must be off, or hours or days such as 6h or 1d')
    .default('off'),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_MEDIA: onOff.default('on'),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
}

export type BackupConfig = {
  /** How often the running product makes a backup; null: never. */
  everyMs: number | null
  /** How many backups of the schedule are kept. */
  keep: number
  folder: string
  /** The bucket instead of the folder; null without one, and where BACKUP_DIR is set. */
  bucket: S3Place | null
  /** True when backups contain the uploaded videos. */
  includesMedia: boolean
  /** Without one, backups are not encrypted. */
  passphrase: string | null
}

type Values = z.infer<z.ZodObject<typeof backupSettings>> & { DATA_DIR: string }

export function backupConfig(values: Values, storageBucket: S3Place | null): BackupConfig {
  const [, count, unit] = /^(\d+)([hd])$/.exec(values.BACKUP_EVERY) ?? []
  return {
    everyMs: count ? Number(count) * (unit === 'd' ? dayMs : hourMs) : null,
    keep: values.BACKUP_KEEP,
    folder: values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups'),
    bucket: values.BACKUP_DIR ? null : within(storageBucket, 'backups'),
    includesMedia: values.BACKUP_MEDIA === 'on',
    passphrase: values.BACKUP_PASSPHRASE ?? null,
  }
}
