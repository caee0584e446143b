import * as z from 'zod'
import type { openDatabase } from '#server/platform/database/index.ts'

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

/** The settings of the database. */
export const databaseSettings = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.regex(/^[^,]*$/, 'must name one host').optional(),
  DATABASE_REPLICA_LAG_SECONDS: z.coerce.number().int().min(1).max(3600).default(10),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
}
const shape = z.object(databaseSettings)
type Values = z.infer<typeof shape>

export type DatabaseConfig = {
  databaseUrl: string | null
  /** PostgreSQL itself, where databaseUrl leads to a pooler; else null. */
  databaseDirectUrl: string | null
  /** Read from while it is not further behind than this; null: none. */
  databaseReplica: { url: string; maximumLagMs: number } | null
  databaseConnections: number
}

export const databaseConfig = (values: Values): DatabaseConfig => ({
  databaseUrl: values.DATABASE_URL ?? null,
  databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
  databaseReplica: values.DATABASE_REPLICA_URL ? { url: values.DATABASE_REPLICA_URL, maximumLagMs: values.DATABASE_REPLICA_LAG_SECONDS * 1000 } : null,
  databaseConnections: values.DATABASE_CONNECTIONS,
})

/** The setting that is nothing without DATABASE_URL, if one is set without it. */
export const loneDatabaseSetting = (values: Values): string | undefined =>
  values.DATABASE_URL ? undefined : (['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const).find((name) => values[name])

/** Where the database of a configuration is, for `openDatabase`. */
export const databasePlace = ({
  dataDir,
  databaseUrl,
  databaseDirectUrl,
  databaseReplica,
  databaseConnections,
}: DatabaseConfig & { dataDir: string }): Parameters<typeof openDatabase>[0] =>
  databaseUrl ? { databaseUrl, directUrl: databaseDirectUrl, replica: databaseReplica, connections: databaseConnections } : { dataDir }
