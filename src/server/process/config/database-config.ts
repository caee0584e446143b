import * as z from 'zod'
import { editDistance } from '#server/platform/search-text.ts'
import { serverUrl } from './urls.ts'
import { wholeNumber } from './values.ts'
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
  .superRefine((value, context) => {
    const mistake = tlsMistakeIn(value)
    if (mistake !== null) context.addIssue({ code: 'custom', message: mistake })
  })

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']
const tlsParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation']

/** Describes what pg ignores or reads otherwise, so that a connection would be less safe than was meant; null without a mistake. */
function tlsMistakeIn(value: string): string | null {
  const parameters = URL.parse(value)?.searchParams ?? new URLSearchParams()
  for (const name of parameters.keys()) {
    const meant = tlsParameters.find((known) => editDistance(name.toLowerCase(), known) <= 2)
    if (meant && !tlsParameters.includes(name)) return `${name} is no parameter: ${meant} is meant?`
  }
  const mode = parameters.get('sslmode')
  if (mode !== null && !sslModes.includes(mode)) return `sslmode=${mode} is none of ${sslModes.join(', ')}`
  if (mode === 'verify-ca' && !parameters.get('sslrootcert'))
    return 'sslmode=verify-ca needs sslrootcert, the file of the authority that signed the certificate of the server'
  return null
}

/** The settings of the database. */
export const databaseSettings = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber(2, 200).default(10),
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

/** True when a setting that is nothing without DATABASE_URL is set without it. */
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
