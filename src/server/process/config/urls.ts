import { isIPv6 } from 'node:net'
import * as z from 'zod'

const escapes = 'in a user name or password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25'

/** Null, or why it cannot be read as a URL in which user name and password may stand. */
function mistakeIn(value: string): string | null {
  const url = URL.parse(value)
  if (!url || url.hostname === '') return `is not a URL; ${escapes}`
  // An unescaped sign ends the host too early: what was meant as the host follows an @ further on.
  if (url.hash !== '' || /@/.test(url.pathname + url.search)) return `names no host where one is expected; ${escapes}`
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return `has a % that escapes nothing; ${escapes}`
  }
  return null
}

/** A URL of a server that a user name and a password may stand in; `example` is shown for another protocol. */
export const serverUrl = (protocols: RegExp, example: string) =>
  z.string().superRefine((value, context) => {
    const mistake = protocols.test(value) ? mistakeIn(value) : `must look like ${example}`
    if (mistake !== null) context.addIssue({ code: 'custom', message: mistake })
  })

/** The address of the site: an origin, because all its paths begin at the root. */
export const siteUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine(
    (value) => /^\/*$/.test(URL.parse(value)?.pathname ?? '') && !/[?#@]/.test(value),
    'must be a protocol and a host such as https://kursus.contoh.id: the site cannot be below a path',
  )
  .transform((value) => value.replace(/\/+$/, ''))

export const urlOf = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** A URL as it may be shown: without what could be a user name or a password. */
export const withoutCredentials = (value: string): string =>
  value.replace(/:\/\/.*@/s, '://••••@').replaceAll(/([?&](?:password|sslpassword|user)=)[^&]*/gi, '$1••••')

export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((value) => value.replace(/\/+$/, ''))

/** One mail address, alone or in angle brackets after a name; a name with a comma is quoted. */
export const mailFrom = /^(?:[^\s@<>,]+@[^\s@<>,]+|(?:"[^"\r\n]*"|[^<>,"\r\n]*)\s*<[^\s@<>,]+@[^\s@<>,]+>)$/
