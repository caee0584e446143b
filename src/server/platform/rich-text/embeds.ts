import { Parser } from 'htmlparser2'
import { escapeHtml, escapeText } from '#contract/kit/text/html-text.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { formulaOf } from './foreign/formulas.ts'
import { isHidden } from './foreign/hidden-html.ts'
import { withWirisMarkup } from './foreign/mathml.ts'

// Keeps what other platforms show and cleaning would take away: embedded media become links, pictures of formulas their text.

/** `addresses` are those that became links, `lost` what is not in the HTML any more; `notes` tell both. `rest` is the page without its embeds. */
export type LinkedEmbeds = { html: string; rest: string; addresses: string[]; lost: string[]; notes: string[] }

const media = new Set(['iframe', 'object', 'embed', 'video', 'audio', 'area'])
/** Cleaning takes them away with their text, which people see in some. */
const dropped = new Set(['script', 'svg', 'canvas', 'applet', 'textarea', 'select'])
const mayBeFormula = new Set(['img', 'math', 'script'])
const embedded = new Set([...media, ...dropped, 'math', 'input'])
/** The text that people see in a field. */
const textOfInput = ({ type = 'text', value = '', placeholder = '' }: Attributes): string =>
  /^(?:hidden|checkbox|radio|image)$/i.test(type) ? '' : value || placeholder
const withText = new Set(['svg', 'textarea', 'select'])

type Attributes = Record<string, string>
type Open = {
  name: string
  start: number
  startEnd: number
  attributes: Attributes
  sources: string[]
  text: string
  depth: number
  /** Its page does not show it. */
  isHidden: boolean
}

const sourcesOf = (attributes: Attributes): string[] =>
  ['src', 'data', 'href'].flatMap((name) => attributes[name]?.trim() || [])

/** The address that people open, of one that is made for a frame. */
export function pageAddress(embedded: string): string {
  const address = embedded.startsWith('//') ? `https:${embedded}` : embedded
  const youtube = youtubeIdOf(address)
  if (youtube) return `https://www.youtube.com/watch?v=${youtube}`
  const [, vimeo] = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/i.exec(address) ?? []
  return vimeo ? `https://vimeo.com/${vimeo}` : address
}

const linked = 'isi yang disematkan menjadi tautan'
const lostKinds = { embed: 'isi yang disematkan', formula: 'rumus', hidden: 'teks tersembunyi' } as const

/** HTML with links for what is embedded. `isFile` says which sources are files that come along. */
export function linkEmbeds(given: string, isFile: (source: string) => boolean = () => false): LinkedEmbeds {
  const html = withWirisMarkup(given)
  const shown: string[] = []
  const rest: string[] = []
  const addresses: string[] = []
  const lost: { kind: keyof typeof lostKinds; name: string }[] = []
  let from = 0
  let open: Open | null = null

  const showEverywhere = (text: string): void => [shown, rest].forEach((parts) => parts.push(text))

  function replace(element: Open, end: number): void {
    const { name, start, startEnd, attributes, sources } = element
    const text = element.text.replaceAll(/\s+/g, ' ').trim()
    showEverywhere(html.slice(from, start))
    from = end
    if (element.isHidden) {
      const hidden = text || sources.map(nameOf).join(', ')
      return void (hidden && lost.push({ kind: 'hidden', name: `"${hidden.slice(0, 500)}"` }))
    }
    const isMath = name === 'math'
    // The parts of a formula without its end are not known.
    const isCut = isMath && end === startEnd && text !== ''
    const source = isMath ? html.slice(start, end) : element.text
    const latex = mayBeFormula.has(name) && !isCut ? formulaOf({ name, attributes, source }) : null
    if (latex !== null) return showEverywhere(latex === '' ? '' : `\\(${escapeText(latex)}\\)`)
    if (isMath) return void lost.push({ kind: 'formula', name: `"${text.slice(0, 100)}"` })
    if (attributes['srcdoc']) return showEverywhere(attributes['srcdoc'])
    if (name === 'input') return showEverywhere(` ${escapeText(textOfInput(attributes))} `)
    const [file = ''] = sources
    const address = pageAddress(file)
    const title = (attributes['title'] || attributes['alt'] || '').trim()
    if (/^https?:\/\//i.test(address)) {
      addresses.push(address)
      shown.push(` <a href="${escapeHtml(address)}">${escapeText(title || address)}</a> `)
    } else if (file !== '' && isFile(file))
      shown.push(` <a href="${escapeHtml(file)}">${escapeText(title || nameOf(file))}</a> `)
    else {
      lost.push({ kind: 'embed', name: dropped.has(name) ? name : nameOf(file) || title || name })
      showEverywhere(withText.has(name) ? ` ${escapeText(element.text.trim())} ` : '')
    }
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open) {
          if (name === open.name) open.depth++
          // Options and lines of a drawing are words of their own, and so are hidden lines.
          if (withText.has(open.name) || open.isHidden) open.text += ' '
          open.sources.push(...sourcesOf(attributes))
          if (name === 'param' && /^(?:movie|src)$/i.test(attributes['name'] ?? ''))
            open.sources.push(attributes['value'] ?? '')
          return
        }
        const hides = isHidden(name, attributes)
        const isFormula = name === 'img' && formulaOf({ name, attributes, source: '' }) !== null
        if (!embedded.has(name) && !hides && !isFormula) return
        open = {
          name,
          start: parser.startIndex,
          startEnd: parser.endIndex + 1,
          attributes,
          sources: sourcesOf(attributes),
          text: '',
          depth: 1,
          isHidden: hides,
        }
      },
      ontext(text) {
        if (open) open.text += text
      },
      onclosetag(name, isImplied) {
        if (!open || name !== open.name || --open.depth > 0) return
        // An element that is not ended must not take all that follows.
        replace(open, isImplied ? endOfImplied(open, parser.startIndex) : parser.endIndex + 1)
        open = null
      },
    },
    { decodeEntities: true },
  )
  /** A hidden element ends where another tag ends it, or with all: no reader saw it. */
  function endOfImplied({ isHidden: hides, startEnd }: Open, at: number): number {
    if (!hides || at < startEnd) return startEnd
    return html.charAt(at) === '<' ? at : html.length
  }
  parser.write(html)
  parser.end()
  showEverywhere(html.slice(from))
  return {
    html: shown.join(''),
    rest: rest.join(''),
    addresses,
    lost: lost.map(({ name }) => name),
    notes: [
      ...addresses.map((address) => `${linked}: ${address.slice(0, 200)}`),
      ...lost.map(({ kind, name }) => `${lostKinds[kind]} tidak ikut: ${name}`),
    ],
  }
}

/** The last part of a path, as a person reads it. */
export function nameOf(source: string): string {
  if (source.startsWith('data:')) return 'data'
  const last =
    source
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  try {
    return decodeURIComponent(last).slice(0, 100)
  } catch {
    return last.slice(0, 100)
  }
}

/** A picture that cannot come, as people know it: by its file and by what stands for it. */
export const pictureNamed = (source: string, alt = ''): string =>
  `"${nameOf(source)}"${alt.trim() ? ` (${alt.trim().slice(0, 200)})` : ''}`

/** Clean HTML without links that lead nowhere; their text stays. */
export const withoutDeadLinks = (html: string): string => html.replaceAll(/<a(?: rel="[^"]*")?>([^]*?)<\/a>/g, '$1')

const dataPicture = /^data:image\/[\w.+-]+;base64,([\w+/=\s]+)$/i
/** The bytes of a picture that is written into its address; null for any other address. */
export function pictureInAddress(source: string): Buffer | null {
  const [, content] = dataPicture.exec(source) ?? []
  return content === undefined ? null : Buffer.from(content, 'base64')
}
