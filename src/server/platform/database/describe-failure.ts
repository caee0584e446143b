import { causesOf, FirstContactFailed, isDatabaseUnavailable, isRejectedByPooler } from './failures.ts'

type Described = Error & {
  code?: string
  syscall?: string
  hostname?: string
  address?: string
  port?: number
  path?: string
  severity?: string
}
type Env = Record<string, string | undefined>

/** PostgreSQL's codes while connecting. */
const rejections: Record<string, string> = {
  '28P01': 'the server rejects the password',
  '28000': 'the server does not let this user in',
  '3D000': 'there is no such database',
  '42501': 'this user may not do that there',
  '53300': 'the server has no connection left',
  '57P03': 'the server is starting or stopping',
}

/** Errors of the operating system. */
const obstacles: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ETIMEDOUT: 'it does not answer in time',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  ENOENT: 'there is no such socket or file',
  EISDIR: 'a folder is no file',
  EMFILE: 'this process has no file left to open',
  ENFILE: 'this machine has no file left to open',
  EADDRNOTAVAIL: 'this machine has no address or port left to connect from',
  EACCES: 'a firewall or the system forbids it',
}

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/
const unknownIssuer = /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/**
 * One line that names the setting and the innermost cause, for whatever fails before and while the database is connected to, and for a
 * connection that is lost later; null for any other failure.
 */
export function describeDatabaseFailure(error: unknown, env: Env): string | null {
  if (isRejectedByPooler(error))
    return 'DATABASE_DIRECT_URL: DATABASE_URL leads to PgBouncer, so PostgreSQL itself has to be named too (see .env.example)'
  const url = causesOf(error).find((reason) => reason instanceof FirstContactFailed)?.url ?? null
  const cause = coded(error)
  const { code = '', severity } = cause
  if (url === null && !isDatabaseUnavailable(error) && !certificate.test(code) && !rejections[code]) return null
  const why =
    rejections[code] ??
    (certificate.test(code) ? describeCertificate(cause) : null) ??
    obstacles[code] ??
    (code.startsWith('ERR_OSSL')
      ? 'the file of sslcert, sslkey or sslrootcert is no certificate or key (PEM)'
      : null) ??
    describeMessage(cause.message)
  // Messages of the server and of TLS name the user, the database or the certificate.
  const said = severity || (certificate.test(code) && !unknownIssuer.test(code)) || why === null ? cause.message : code
  const line = [placeOf(cause, url), why].filter(Boolean).join(': ') || 'the database cannot be opened'
  return `${settingOf(url, env)}: ${line}${said ? ` (${said.replaceAll(/\s+/g, ' ')})` : ''}`
}

function settingOf(url: string | null, env: Env): string {
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL'].filter((name) => env[name])
  if (url === null) return names.join(' or ') || 'DATABASE_URL'
  return names.find((name) => env[name] === url) ?? 'the URL'
}

/** The host, or the file that the URL names. */
function placeOf({ hostname, address, port, path }: Described, url: string | null): string | null {
  const parameters = [...(URL.parse(url ?? '')?.searchParams ?? [])]
  const [parameter] =
    parameters.find(([name, value]) => path !== undefined && name.startsWith('ssl') && value === path) ?? []
  if (parameter) return `${parameter}=${path}`
  return hostname ?? (address ? `${address}${port ? `:${port}` : ''}` : null)
}

function describeCertificate({ code = '' }: Described): string {
  if (unknownIssuer.test(code))
    return 'the certificate of the server is signed by nobody that Node.js trusts: name the file of its authority with sslrootcert'
  if (code === 'CERT_HAS_EXPIRED') return 'the certificate of the server has expired'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate of the server is of another host'
  return 'the certificate of the server is not trusted'
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

/** The innermost error with a code among this one and its causes; without one the innermost. */
function coded(error: unknown): Described {
  const causes = causesOf(error) as Described[]
  return causes.findLast(({ code }) => code) ?? causes.at(-1) ?? new Error(String(error))
}
