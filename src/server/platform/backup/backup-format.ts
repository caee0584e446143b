import { isUuid } from '#contract/kit/uuid.ts'
import * as z from 'zod'

/** Raised when an older version could not read the file. */
export const formatVersion = 2
/** Keeps files without media readable by older versions. */
export const versionWithoutMedia = 1

export const aboutEntry = 'about.json'
export const endEntry = 'end.json'
export const settingsEntry = 'settings.env'
export const tableEntry = (table: string, part: number): string =>
  `database/${table}/${String(part).padStart(6, '0')}.copy`
export const mediaEntry = (id: string): string => `media/${id}`
export const fileEntry = (name: string): string => `files/${name}`

/** From which no path leads out. */
export const isMediaId = isUuid

/** Files beside the database that belong to a backup: names inside the data folder, from which no path leads out. */
export const isStoredFile = (name: string): boolean => /^(payment-sandbox\.(key|ndjson)|outbox\/\w[\w.@-]*)$/.test(name)

const name = z.string().min(1)

/** The first entry: what the backup is of. */
export const about = z.object({
  format: z.literal('cendaki-backup'),
  formatVersion: z.number().int(),
  /** Version of the product. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.object({ name, sha256: z.string() })).min(1),
  tables: z.array(z.object({ name, columns: z.array(name).min(1) })),
  /** True when it contains the uploaded videos. */
  media: z.boolean().default(false),
})
export type About = z.infer<typeof about>

const described = z.object({ bytes: z.number().int(), sha256: z.string() })

/** The last entry: what the others must contain. A file without it is incomplete. */
export const end = z.object({
  tables: z.record(name, z.object({ rows: z.number().int(), digest: z.string() })),
  files: z.record(name, described),
  /** Uploaded videos by id. */
  media: z.record(name, described).default({}),
})
export type End = z.infer<typeof end>
