import { escapeHtml } from '#contract/kit/text/html-text.ts'
import { withSiteAddresses } from './site-addresses.ts'
import { withoutLinks } from './without-links.ts'

/** The content of a mail as plain text. The layout renders it as HTML and as text and escapes it, so user input never becomes markup; of a `post` the HTML is clean. */
export type MailMessage = {
  subject: string
  paragraphs: readonly string[]
  /** A text of a person as a whole, after the paragraphs. The action leads to the page that shows it. */
  post?: { html: string; text: string }
  /** Label and value, one pair per line: `['Total', 'Rp 89.000']`. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** The call to action. Its URL is also shown as text. */
  action?: { label: string; url: string }
  /** Small print below the button. */
  closing?: readonly (string | LinkedText)[]
}

/** A sentence that ends with a link. */
export type LinkedText = { text: string; link: { label: string; url: string } }

export type MessageHead = {
  siteName: string
  siteUrl: string
  /** Empty: the site names none. */
  contactEmail: string
  recipientName: string
  /** `#rrggbb`; null: the default colour. */
  accent: string | null
  /** A PNG, because many mail clients show no WebP; null: none. */
  logoUrl: string | null
}

/** The head of mails by the settings of the site. */
export const senderOf = (
  {
    name,
    contactEmail,
    accent,
    logo,
  }: { name: string; contactEmail: string; accent: string | null; logo: string | null },
  publicUrl: string,
): Pick<MessageHead, 'siteName' | 'contactEmail' | 'accent' | 'logoUrl'> => ({
  siteName: name,
  contactEmail,
  accent,
  logoUrl: logo && `${publicUrl}/icons/icon-192.png`,
})

/** Removes control characters: they would let a name or a title inject header lines. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

/** Renders a message as HTML and as plain text. */
export function renderMessage(given: MailMessage, head: MessageHead): { subject: string; text: string; html: string } {
  const places = { siteUrl: head.siteUrl, page: given.action?.url ?? head.siteUrl }
  const message = given.post ? { ...given, post: withSiteAddresses(given.post, places) } : given
  return { subject: oneLine(message.subject), text: renderText(message, head), html: renderHtml(message, head) }
}

const greeting = (name: string): string => (name ? `Halo ${withoutLinks(oneLine(name))},` : 'Halo,')
const signature = ({ siteName, siteUrl, contactEmail }: MessageHead): string[] => [
  `${siteName} · ${siteUrl}`,
  ...(contactEmail ? [`Ada pertanyaan? Tulis ke ${contactEmail}.`] : []),
]

function renderText({ paragraphs, post, facts = [], action, closing = [] }: MailMessage, head: MessageHead): string {
  const blocks = [
    greeting(head.recipientName),
    ...paragraphs,
    ...(post ? [post.text.trim()] : []),
    ...(facts.length ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing.map((item) => (typeof item === 'string' ? item : `${item.text} ${item.link.url}`)),
    `-- \n${signature(head).join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

// Mail clients support neither style sheets nor custom properties, so every element has inline styles.
const ink = '#1b1d2a'
const faint = '#5b6072'
const defaultAccent = '#2d3a8c'
/** Line breaks of a text stay, and so do the tabs and spaces of code: all before a line, and within it all but the last, where it may wrap. */
const withBreaks = (text: string): string =>
  escapeHtml(text)
    .replaceAll('\t', '    ')
    .replaceAll(/^ +| (?= )/gm, (spaces) => '&nbsp;'.repeat(Math.min(spaces.length, 40)))
    .replaceAll('\n', '<br>')
const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:1.6;color:${ink}">${withBreaks(text)}</p>`
const smallPrint = (text: string | LinkedText): string =>
  `<p style="margin:0 0 10px;font-size:13px;line-height:1.6;color:${faint}">${typeof text === 'string' ? escapeHtml(text) : linked(text)}</p>`
const linked = ({ text, link }: LinkedText): string =>
  `${escapeHtml(text)} <a href="${escapeHtml(link.url)}" style="color:${faint}">${escapeHtml(link.label)}</a>`

/** Sentences of a person, such as a comment, in contrast to a name or a sum. */
const isText = (value: string): boolean => value.includes('\n') || value.length > 80

function factTable(facts: NonNullable<MailMessage['facts']>): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:8px 16px 8px 0;font-size:14px;color:${faint};vertical-align:top">${escapeHtml(label)}</td>` +
      `<td style="padding:8px 0;font-size:14px;line-height:1.6;color:${ink};overflow-wrap:anywhere${isText(value) ? '' : ';font-weight:bold'}">${withBreaks(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">${rows.join('')}</table>`
}

const code = 'font-family:Consolas,Menlo,monospace;font-size:14px;background:#f4f2ee;border-radius:6px'
/** Clean HTML has no styles of its own. */
const postStyles: [RegExp, string][] = [
  [/<p>/g, '<p style="margin:0 0 12px">'],
  [/<pre>/g, `<pre style="margin:0 0 12px;padding:12px;white-space:pre-wrap;${code}">`],
  [/<code(?: class="[^"]*")?>/g, `<code style="${code}">`],
  [/<(ul|ol)(?= |>)/g, '<$1 style="margin:0 0 12px;padding-left:24px"'],
  [
    /<blockquote>/g,
    `<blockquote style="margin:0 0 12px;padding-left:12px;border-left:3px solid #d9d5cc;color:${faint}">`,
  ],
  [/<(th|td)(?= |>)/g, '<$1 style="padding:6px 10px;border:1px solid #d9d5cc;text-align:left"'],
  [/<table>/g, '<table style="margin:0 0 12px;border-collapse:collapse">'],
  [/<img (?:[^<>]*?)(?=src=)/g, '<img style="max-width:100%;height:auto" '],
]
function postBlock(html: string, accent: string): string {
  const styled = postStyles.reduce((text, [tag, inline]) => text.replaceAll(tag, inline), html)
  const linked = styled.replaceAll('<a ', `<a style="color:${accent}" `)
  return `<div style="margin:0 0 20px;padding:4px 0 4px 16px;border-left:3px solid ${accent};font-size:16px;line-height:1.6;color:${ink};overflow-wrap:anywhere">${linked}</div>`
}

function button({ label, url }: NonNullable<MailMessage['action']>, accent: string): string {
  return (
    `<p style="margin:8px 0 20px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;border-radius:10px;background:${accent};color:#ffffff;` +
    `font-size:16px;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>` +
    smallPrint('Tombol tidak bisa ditekan? Salin alamat ini ke peramban:') +
    `<p style="margin:0 0 20px;font-size:13px;line-height:1.6;word-break:break-all"><a href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(url)}</a></p>`
  )
}

function renderHtml(message: MailMessage, head: MessageHead): string {
  const { subject, paragraphs, post, facts = [], action, closing = [] } = message
  const accent = head.accent ?? defaultAccent
  const logo =
    head.logoUrl === null
      ? ''
      : `<img src="${escapeHtml(head.logoUrl)}" alt="" width="32" height="32" style="vertical-align:middle;margin-right:10px">`
  const body = [
    `<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3;color:${ink}">${escapeHtml(oneLine(subject))}</h1>`,
    paragraph(greeting(head.recipientName)),
    ...paragraphs.map(paragraph),
    ...(post ? [postBlock(post.html, accent)] : []),
    ...(facts.length ? [factTable(facts)] : []),
    ...(action ? [button(action, accent)] : []),
    ...closing.map((text) => smallPrint(text)),
  ]
  return `<!DOCTYPE html>
<html lang="id">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="margin:0;padding:0;background:#f4f2ee;font-family:'Plus Jakarta Sans',Segoe UI,Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;font-size:20px;font-weight:bold;color:${accent}">${logo}${escapeHtml(head.siteName)}</td></tr>
<tr><td style="padding:28px 24px;border-radius:16px;background:#ffffff">
${body.join('\n')}
</td></tr>
<tr><td style="padding:16px 4px">
${signature(head)
  .map((text) => smallPrint(text))
  .join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
