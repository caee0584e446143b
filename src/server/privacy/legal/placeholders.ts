import { escapeHtml } from '#contract/kit/html-text.ts'
import type { StoredSettings } from '#server/site/settings/index.ts'

/** Says in a text of the law what an admin has not entered yet, instead of leaving a gap that reads like a statement. */
const missing = (what: string): string => `(${what} belum diisi)`

/** Replaces `{situs}`, `{email}`, `{telepon}`, `{penjual}` and `{alamat}` in clean HTML with the site's settings, escaped. */
export function fillPlaceholders(html: string, { name, contactEmail, contactPhone, seller }: StoredSettings): string {
  const values: Record<string, string> = {
    situs: name,
    email: contactEmail || missing('alamat email'),
    telepon: contactPhone || missing('nomor telepon'),
    penjual: seller.name,
    alamat: seller.address.replaceAll(/\s*\n\s*/g, ', ') || missing('alamat'),
  }
  return html.replaceAll(/\{(situs|email|telepon|penjual|alamat)\}/g, (whole, name: string) => escapeHtml(values[name] ?? whole))
}
