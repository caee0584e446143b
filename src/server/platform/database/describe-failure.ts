import { causesOf, isDatabaseUnavailable, isRejectedByPooler } from './failures.ts'

type Described = Error & {
  code?: string
  syscall?: string
  hostname?: string
  address?: string
  port?: number
  severity?: string
}

/** Of PostgreSQL, while connecting. */
const rejections: Record<string, string> = {
  '28P01': 'the server rejects the password',
  '28000': 'the server does not let this user in',
  '3D000': 'there is no such database',
  '42501': 'this user may not do that there',
  '53300': 'the server has no connection left',
  '57P03': 'the server is starting or stopping',
}

/** Of the operating system and of TLS. */
const obstacles: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ETIMEDOUT: 'it does not answer in time',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  ENOENT: 'there is no such socket or file',
  EMFILE: 'this process has no file left to open',
  ENFILE: 'this machine has no file left to open',
  EADDRNOTAVAIL: 'this machine has no address or port left to connect from',
  EACCES: 'a firewall or the system forbids the connection',
}

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

/** One line that names the setting and the cause, for a failure to connect to the database; null for any other failure. */
export function describeDatabaseFailure(error: unknown, env: Record<string, string | undefined>): string | null {
  if (isRejectedByPooler(error))
    return 'DATABASE_DIRECT_URL: DATABASE_URL leads to PgBouncer, so PostgreSQL itself has to be named too (see .env.example)'
  const cause = coded(error)
  const { code = '', severity } = cause
  const isCertificate = certificate.test(code)
  if (!isDatabaseUnavailable(error) && !isCertificate && !rejections[code]) return null
  const setting = env['DATABASE_DIRECT_URL'] ? 'DATABASE_URL or DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const where = cause.hostname ?? (cause.address ? `${cause.address}${cause.port ? `:${cause.port}` : ''}` : null)
  const why =
    rejections[code] ??
    obstacles[code] ??
    (isCertificate ? 'the certificate of the server is not trusted' : describeMessage(cause.message))
  // What the server and TLS say names the user, the database or the certificate.
  const said = severity || isCertificate || why === null ? cause.message : code
  return `${setting}: ${[where, why].filter(Boolean).join(': ') || 'the database does not answer'}${said ? ` (${said})` : ''}`
}

/** Errors of pg have no code. */
function describeMessage(message: string): string | null {
  if (/terminated unexpectedly|ended unexpectedly/.test(message))
    return 'the connection was ended, or it does not answer in time'
  if (/time/.test(message)) return 'it does not answer in time'
  if (/does not support SSL/.test(message))
    return 'the server offers no TLS: remove sslmode, or set up a certificate there'
  return null
}

/** The error with a code among this one and its causes; without one the innermost. */
function coded(error: unknown): Described {
  const causes = causesOf(error) as Described[]
  return causes.find(({ code }) => code) ?? causes.at(-1) ?? new Error(String(error))
}
