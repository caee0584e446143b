import { decodeEntities, escapeHtml } from '#contract/kit/text/html-text.ts'

// A mail is read far from the site: what leads within the site says where the site is.

type Post = { /** Clean. */ html: string; /** As it was typed. */ text: string }
type Places = { siteUrl: string; /** The page that shows the post. */ page: string }

const isElsewhere = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(address)

function whole(address: string, { siteUrl, page }: Places): string {
  if (isElsewhere(address)) return address
  if (address.startsWith('/')) return siteUrl + address
  // A part of a page, or the page with other values.
  if (/^[#?]/.test(address)) return page.replace(/[?#].*$/, '') + address
  return `${siteUrl}/${address.replace(/^(?:\.{1,2}\/)+/, '')}`
}

const tag = /<(?:a|img) [^<>]*>/g
const attribute = / (src|href)="([^"]*)"/g
/** Where an address stands in Markdown, or in HTML that was typed. */
const typed = /(\]\(\s*<?|\]:[ \t]*<?|\b(?:href|src)=["']?)([^\s"'<>()]+)/gi
const fence = /^ {0,3}(?:`{3}|~{3})/

/** Lines of code, and code within a line, are what a person wrote. */
function outsideCode(text: string, change: (part: string) => string): string {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      if (fence.test(line)) isCode = !isCode
      return isCode
        ? line
        : line
            .split('`')
            .map((part, index) => (index % 2 === 0 ? change(part) : part))
            .join('`')
    })
    .join('\n')
}

/** The post with whole addresses: of its links and pictures, in both forms. */
export function withSiteAddresses({ html, text }: Post, places: Places): Post {
  const within = new Set<string>()
  const shown = html.replaceAll(tag, (element) =>
    element.replaceAll(attribute, (_, name: string, value: string) => {
      const address = decodeEntities(value)
      if (!isElsewhere(address)) within.add(address)
      return ` ${name}="${escapeHtml(whole(address, places))}"`
    }),
  )
  const isWithin = (address: string): boolean => within.has(address) || within.has(encodeURI(address))
  return {
    html: shown,
    text: outsideCode(text, (part) =>
      part.replaceAll(typed, (all, before: string, address: string) =>
        isWithin(address) ? before + whole(address, places) : all,
      ),
    ),
  }
}
