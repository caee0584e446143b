import { escapeHtml } from '#contract/kit/html-text.ts'
import type { StoredSettings } from '#server/site/settings/index.ts'

/** Replaces `{situs}`, `{email}`, `{telepon}`, `{penjual}` and `{alamat}` in clean HTML with the site's settings, escaped. */
export function fillPlaceholders(html: string, { name, contactEmail, contactPhone, seller }: StoredSettings): string {
  const values: Record<string, string> = {
    situs: name,
    email: contactEmail,
    telepon: contactPhone,
    penjual: seller.name,
    alamat: seller.address.replaceAll(/\s*\n\s*/g, ', '),
  }
  return html.replaceAll(/\{(situs|email|telepon|penjual|alamat)\}/g, (whole, name: string) => escapeHtml(values[name] ?? whole))
}
