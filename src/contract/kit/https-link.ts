import * as z from 'zod/mini'

const linkMessage = 'Tulis tautan lengkap, diawali https://'

const highestPort = 65_535
const portOf = (link: string): number => Number(/^https:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(link)?.[1] ?? 443)

/** A link to somewhere else: https, without a user name or password. */
export const httpsLink = z.string(linkMessage).check(
  z.trim(),
  z.maxLength(500, 'Tautan maksimal 500 karakter'),
  z.regex(/^https:\/\/[^\s\\]+$/i, linkMessage),
  z.regex(/^https:\/\/[^/?#@]*(?:[/?#]|$)/i, 'Tautan tidak boleh memuat nama pengguna atau password'),
  z.regex(/^https:\/\/[\p{L}\p{N}-]+\./iu, linkMessage),
  z.regex(/^https:\/\/[^/?#:]*(?::\d+)?(?:[/?#]|$)/i, linkMessage),
  z.refine((link) => portOf(link) <= highestPort, linkMessage),
)
