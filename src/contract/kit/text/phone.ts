import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { cleanIdentifier } from './identifier.ts'

// Large because of the rules of every country: pages load it once somebody types a number.

/** `number`: digits with the country code. `shown`: grouped as its country writes it, such as +62 812 3456 7890. */
export type Phone = { number: string; shown: string }

/** Indonesian phones with WhatsApp, after the country code; landlines begin with other digits. */
const indonesianMobile = /^8[1-9]\d{7,10}$/

/** No number is longer, with all that people write around it. */
const longestTyped = 200
const label = /^(?:(?:nomor|no)\b\.? ?)?(?:whats ?app|wa|hp|telepon|telp|tlp|tel|phone|mobile)\b\.? ?:? ?/i

/** Without what spreadsheets, links and people put around a number: `'0812`, `wa.me/62812?text=halo`, `WA: 0812 (aktif)`. */
function bare(typed: string): string {
  const text = cleanIdentifier(typed)
    .replace(/^[='"\s\p{S}\p{Pi}\p{Pf}]*(?=[\d+(\p{L}])/u, (start) => (start.endsWith('+') ? '+' : ''))
    .replace(/["'“”’.,;]{1,4}$/, '')
    // A column of numbers has decimals in some exports.
    .replace(/(\d{9})[.,]00?$/, '$1')
  const [, linked] =
    /^(?:whatsapp:\/\/send|(?:https?:\/\/)?(?:wa\.me|api\.whatsapp\.com))[^\d+]*(\+?[\d-]+)/i.exec(text) ?? []
  if (linked !== undefined) return linked
  return (
    text
      .replace(label, '')
      .replace(/ ?\((?:wa|whatsapp|hp|aktif)\)$/i, '')
      .replaceAll('_', '-')
      // The zero in brackets is dialled at home only; other brackets show groups.
      .replaceAll(/\(0\)|[()[\]]/g, ' ')
      .trim()
  )
}

/** A mobile number, Indonesian unless it has another country code. Null for anything else. */
export function readPhone(typed: string): Phone | null {
  const text = bare(typed.slice(0, longestTyped))
    // The international prefix of most countries.
    .replace(/^00/, '+')
  if (!/^\+?[\d\s()./-]+$/.test(text)) return null
  const own = parsePhoneNumberFromString(text, 'ID')
  if (own?.country === 'ID' && indonesianMobile.test(own.nationalNumber)) return present(own)
  if (own && own.countryCallingCode !== '62') return own.isValid() ? present(own) : null
  // Without its plus sign, a number of another country.
  const other = /^[1-9]/.test(text) ? parsePhoneNumberFromString(`+${text}`) : undefined
  return other?.isValid() && other.countryCallingCode !== '62' ? present(other) : null
}

const present = (found: { number: string; formatInternational: () => string }): Phone => ({
  number: found.number.slice(1),
  shown: found.formatInternational(),
})
