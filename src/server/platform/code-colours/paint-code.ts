import { createHash } from 'node:crypto'
import { decodeEntities, escapeText } from '#contract/kit/text/html-text.ts'

export type CodeBlock = { language: string; code: string }

/** Raised when grammars change, so that colours are made again. */
const grammarsVersion = 1

const block = /<pre><code class="language-([\w+#-]+)">([^<]*)<\/code><\/pre>/g

export const digestOf = ({ language, code }: CodeBlock): string =>
  createHash('sha256').update(`${grammarsVersion} ${language}\n${code}`).digest('hex')

/** The pieces of code in clean article HTML that name their language. */
export const codeBlocksOf = (html: string): CodeBlock[] =>
  html.includes('<code class="language-')
    ? [...html.matchAll(block)].map(([, language = '', escaped = '']) => ({ language, code: decodeEntities(escaped) }))
    : []

/**
 * Adds syntax highlighting classes to clean article HTML when it is shown. The stored HTML stays plain, so that the editor gets back what was
 * written. Takes time in proportion to the length.
 */
export function paintCode(html: string, runsOf: (block: CodeBlock) => string | undefined): string {
  if (!html.includes('<code class="language-')) return html
  return html.replaceAll(block, (whole, language: string, escaped: string) => {
    const code = decodeEntities(escaped)
    const painted = paint(code, runsOf({ language, code }) ?? '')
    return painted === null ? whole : `<pre><code class="language-${language}">${painted}</code></pre>`
  })
}

/** How many parts runs name. */
export const partsOf = (runs: string): number => runs.split(' ').length

/** Null when the runs are not those of the code. */
function paint(code: string, runs: string): string | null {
  let at = 0
  let painted = ''
  for (const [, length, kind] of runs.matchAll(/(\d+)([a-z_-]*) ?/g)) {
    const text = escapeText(code.slice(at, (at += Number(length))))
    painted += kind ? `<span class="hljs-${kind}">${text}</span>` : text
  }
  return runs !== '' && at === code.length ? painted : null
}
