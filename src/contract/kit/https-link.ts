import * as z from 'zod/mini'

const linkMessage = 'Tulis tautan lengkap, diawali https://'

/** A link to somewhere else: https, without a user name or password. */
export const httpsLink = z
  .string(linkMessage)
  .check(
    z.trim(),
    z.maxLength(500, 'Tautan maksimal 500 karakter'),
    z.regex(/^https:\/\/[^\s\\]+$/i, linkMessage),
    z.regex(/^https:\/\/[^/?#@]*(?:[/?#]|$)/i, 'Tautan tidak boleh memuat nama pengguna atau password'),
    z.regex(/^https:\/\/[\p{L}\p{N}-]+\./iu, linkMessage),
  )
