import { Parser } from 'htmlparser2'
import { escapeHtml, escapeText } from '#contract/kit/text/html-text.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'

// What pages of other platforms show and cleaning would take away: embedded media become links, pictures of formulas their text.

/** `addresses` are those that became links, `lost` what leads nowhere. `rest` is the page without its embeds. */
export type LinkedEmbeds = { html: string; rest: string; addresses: string[]; lost: string[] }

const media = new Set(['iframe', 'object', 'embed', 'video', 'audio', 'area'])
/** Cleaning takes them away with their text, which people see in some. */
const dropped = new Set(['script', 'svg', 'canvas', 'applet', 'textarea', 'select'])
const mayBeFormula = new Set(['img', 'math', 'script'])
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

const latexOf = (text: string): string => text.replace(/^LaTeX:\s*/i, '').trim()

/** Formulas as other platforms draw them. */
function formulaOf({ name, attributes, text }: Pick<Open, 'name' | 'attributes' | 'text'>): string | null {
  const { alt = '', title = '', class: classes = '', src = '' } = attributes
  if (name === 'script') return /math\/tex/i.test(attributes['type'] ?? '') ? text.trim() : null
  if (name === 'math') return latexOf(attributes['alttext'] ?? '') || text.trim()
  const written = attributes['data-equation-content'] ?? attributes['data-mathml-latex'] ?? ''
  const isFormula =
    written !== '' || /equation|latex|texrender|math/i.test(classes) || /equation_images\/|latex\.|\/tex\b/i.test(src)
  return isFormula && (written || alt || title) ? latexOf(written || alt || title) : null
}

/** HTML with links for what is embedded. `isFile` says which sources are files that come along. */
export function linkEmbeds(html: string, isFile: (source: string) => boolean = () => false): LinkedEmbeds {
  const shown: string[] = []
  const rest: string[] = []
  const addresses: string[] = []
  const lost: string[] = []
  let from = 0
  let open: Open | null = null
  let formula = ''

  function replace({ name, start, attributes, sources, text }: Open, end: number): void {
    const before = html.slice(from, start)
    from = end
    const latex = mayBeFormula.has(name) ? formulaOf({ name, attributes, text: formula || text }) : null
    const [source = ''] = sources
    const address = pageAddress(source)
    const title = (attributes['title'] || attributes['alt'] || '').trim()
    shown.push(before)
    rest.push(before)
    if (latex !== null) {
      shown.push(`\\(${escapeText(latex)}\\)`)
      rest.push(`\\(${escapeText(latex)}\\)`)
    } else if (attributes['srcdoc']) {
      shown.push(attributes['srcdoc'])
      rest.push(attributes['srcdoc'])
    } else if (name === 'input') {
      const visible = ` ${escapeText(textOfInput(attributes))} `
      shown.push(visible)
      rest.push(visible)
    } else if (/^https?:\/\//i.test(address)) {
      addresses.push(address)
      shown.push(` <a href="${escapeHtml(address)}">${escapeText(title || address)}</a> `)
    } else if (source !== '' && isFile(source))
      shown.push(` <a href="${escapeHtml(source)}">${escapeText(title || nameOf(source))}</a> `)
    else {
      lost.push(dropped.has(name) ? name : nameOf(source) || title || name)
      const visible = withText.has(name) ? ` ${escapeText(text.trim())} ` : ''
      shown.push(visible)
      rest.push(visible)
    }
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open) {
          if (name === open.name) open.depth++
          // Options and lines of a drawing are words of their own.
          if (withText.has(open.name)) open.text += ' '
          if (attributes['encoding'] === 'application/x-tex') formula = ' '
          open.sources.push(...sourcesOf(attributes))
          if (name === 'param' && /^(?:movie|src)$/i.test(attributes['name'] ?? ''))
            open.sources.push(attributes['value'] ?? '')
          return
        }
        const isFormula = name === 'img' && formulaOf({ name, attributes, text: '' }) !== null
        if (!media.has(name) && !dropped.has(name) && name !== 'math' && name !== 'input' && !isFormula) return
        formula = ''
        open = {
          name,
          start: parser.startIndex,
          startEnd: parser.endIndex + 1,
          attributes,
          sources: sourcesOf(attributes),
          text: '',
          depth: 1,
        }
      },
      ontext(text) {
        if (!open) return
        if (formula === ' ') formula = text
        else open.text += text
      },
      onclosetag(name, isImplied) {
        if (!open || name !== open.name || --open.depth > 0) return
        // What is not ended must not take all that follows.
        replace(open, isImplied ? open.startEnd : parser.endIndex + 1)
        open = null
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  shown.push(html.slice(from))
  rest.push(html.slice(from))
  return { html: shown.join(''), rest: rest.join(''), addresses, lost }
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
