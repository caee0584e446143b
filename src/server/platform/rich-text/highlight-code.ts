import { decodeEntities, escapeText } from '#contract/kit/text/html-text.ts'
import { createRequire } from 'node:module'
import type * as Lowlight from 'lowlight'
import { LRUCache } from 'lru-cache'

type Grammars = ReturnType<typeof Lowlight.createLowlight>
type Node = ReturnType<Grammars['highlight']>['children'][number]

const require = createRequire(import.meta.url)

let loaded: Grammars | null = null
/** Loaded lazily, because loading all grammars would slow down the start. */
function grammars(): Grammars {
  if (loaded) return loaded
  const { all, common, createLowlight } = require('lowlight') as typeof Lowlight
  loaded = createLowlight({ ...common, ...(all['dart'] && { dart: all['dart'] }) })
  return loaded
}

// Highlighting takes quadratic time for some texts and cannot be interrupted. With these limits the worst text of any language takes about
// a quarter of a second. The longest block of the demo has 2,000 characters, its longest line 143.
const maximumCodeLength = 4_000
const maximumLineLength = 400
/** For all code of an article. Once it is used up, the remaining blocks stay plain. */
const cpuBudgetMs = 250

// The classes that the style sheet colours.
const coloured = new Set(
  [
    'keyword',
    'built_in',
    'type',
    'literal',
    'number',
    'string',
    'regexp',
    'symbol',
    'comment',
    'title',
    'attr',
    'attribute',
    'variable',
  ]
    .concat([
      'name',
      'tag',
      'selector-tag',
      'selector-class',
      'selector-id',
      'selector-pseudo',
      'meta',
      'property',
      'subst',
      'addition',
      'deletion',
    ])
    .map((kind) => `hljs-${kind}`),
)

const cache = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (after, before) => after.length + before.length + 1,
})

const block = /<pre><code class="language-([\w+#-]+)">([^<]*)<\/code><\/pre>/g

/**
 * Adds syntax highlighting classes to clean article HTML when it is shown. The stored HTML stays plain, so that the editor
 * gets back what was written.
 */
export function highlightCode(html: string): string {
  if (!html.includes('<code class="language-')) return html
  const cached = cache.get(html)
  if (cached !== undefined) return cached
  const { registered } = grammars()
  const began = process.threadCpuUsage()
  const after = html.replaceAll(block, (whole, language: string, escaped: string) => {
    const code = decodeEntities(escaped)
    if (!registered(language) || isTooLong(code) || cpuMsSince(began) > cpuBudgetMs) return whole
    const inside = highlight(language, code)
    return inside === null ? whole : `<pre><code class="language-${language}">${inside}</code></pre>`
  })
  cache.set(html, after)
  return after
}

const isTooLong = (code: string): boolean =>
  code.length > maximumCodeLength || code.split('\n').some((line) => line.length > maximumLineLength)

function cpuMsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}

/** Null when the grammar fails. An article with such code must stay readable. */
function highlight(language: string, code: string): string | null {
  try {
    return grammars().highlight(language, code).children.map(serialise).join('')
  } catch {
    return null
  }
}

function serialise(node: Node): string {
  if (node.type === 'text') return escapeText(node.value)
  if (node.type !== 'element') return ''
  const inside = node.children.map((child) => serialise(child as Node)).join('')
  const kind = [node.properties.className].flat().find((name) => coloured.has(String(name)))
  return kind ? `<span class="${kind}">${inside}</span>` : inside
}
