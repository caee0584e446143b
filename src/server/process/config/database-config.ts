import * as z from 'zod'
import { serverUrl } from './urls.ts'
import type { openDatabase } from '#server/platform/database/index.ts'

/** After the credentials, in which a comma may stand. */
const severalHosts = /^\w+:\/\/(?:[^/?]*@)?(?![^/?]*@)[^/?]*,/
const postgresUrl = z
  .string()
  .refine((value) => !severalHosts.test(value), {
    abort: true,
    error: 'must name one host: a proxy or a managed address in front of several servers leads to the primary',
  })
  .pipe(serverUrl(/^postgres(ql)?:\/\//, 'postgres://user:password@host:5432/name'))

/** The settings of the database. */
export const databaseSettings = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(10),
}
const shape = z.object(databaseSettings)
type Values = z.infer<typeof shape>

export type DatabaseConfig = {
  databaseUrl: string | null
  /** PostgreSQL itself, where databaseUrl leads to a pooler; else null. */
  databaseDirectUrl: string | null
  databaseConnections: number
}

export const databaseConfig = (values: Values): DatabaseConfig => ({
  databaseUrl: values.DATABASE_URL ?? null,
  databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
  databaseConnections: values.DATABASE_CONNECTIONS,
})

/** Whether a setting that is nothing without DATABASE_URL is set without it. */
export const isDirectUrlAlone = (values: Values): boolean =>
  !values.DATABASE_URL && values.DATABASE_DIRECT_URL !== undefined

/** Where the database of a configuration is, for `openDatabase`. */
export const databasePlace = ({
  dataDir,
  databaseUrl,
  databaseDirectUrl,
  databaseConnections,
}: DatabaseConfig & { dataDir: string }): Parameters<typeof openDatabase>[0] =>
  databaseUrl ? { databaseUrl, directUrl: databaseDirectUrl, connections: databaseConnections } : { dataDir }
