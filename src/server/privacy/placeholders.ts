import { escapeHtml } from '#contract/kit/text/html-text.ts'
import type { StoredSettings } from '#server/site/settings/index.ts'

/** Says in a text of the law what an admin has not entered yet, instead of leaving a gap that reads like a statement. */
const missing = (what: string): string => `(${what} belum diisi)`

const placeholder = /\{(situs|email|telepon|penjual|alamat|hariPengembalian)\}/g
/** The targets of links in clean HTML. */
const target = / href="([^"]*)"/g
const mayLeadTo = /^(?:https?:\/\/|mailto:)/i

/**
 * Replaces `{situs}`, `{email}`, `{telepon}`, `{penjual}`, `{alamat}` and `{hariPengembalian}` in clean HTML with the site's settings, escaped. A link that does not lead to a page
 * or a mailbox with them, such as to `javascript:`, loses its target.
 */
export function fillPlaceholders(
  html: string,
  { name, contactEmail, contactPhone, seller, moneyRules }: StoredSettings,
): string {
  const values: Record<string, string> = {
    situs: name,
    email: contactEmail || missing('alamat email'),
    telepon: contactPhone || missing('nomor telepon'),
    penjual: seller.name,
    hariPengembalian: String(moneyRules.refundDays),
    alamat: seller.address.replaceAll(/\s*\n\s*/g, ', ') || missing('alamat'),
  }
  const fill = (text: string) => text.replaceAll(placeholder, (whole, key: string) => escapeHtml(values[key] ?? whole))
  const links = html.replaceAll(target, (whole, url: string) => {
    const filled = fill(url)
    return filled === url ? whole : mayLeadTo.test(filled) ? ` href="${filled}"` : ''
  })
  return fill(links)
}
