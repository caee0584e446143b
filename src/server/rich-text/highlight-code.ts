import { createRequire } from 'node:module'
import type * as Lowlight from 'lowlight'
import { LRUCache } from 'lru-cache'

type Grammars = ReturnType<typeof Lowlight.createLowlight>
type Node = ReturnType<Grammars['highlight']>['children'][number]

const require = createRequire(import.meta.url)

let loaded: Grammars | null = null
/** Loaded when the first article with code is shown: two hundred grammars are nothing a start should wait for. */
function grammars(): Grammars {
  if (loaded) return loaded
  const { all, common, createLowlight } = require('lowlight') as typeof Lowlight
  loaded = createLowlight({ ...common, ...(all['dart'] && { dart: all['dart'] }) })
  return loaded
}

/** Longer than anybody writes in a lesson: a grammar is not to keep the one process busy. */
const maximumCodeLength = 20_000

// The kinds that the style sheet colours; others stay plain.
const coloured = new Set(
  ['keyword', 'built_in', 'type', 'literal', 'number', 'string', 'regexp', 'symbol', 'comment', 'title', 'attr', 'attribute', 'variable']
    .concat(['name', 'tag', 'selector-tag', 'selector-class', 'selector-id', 'selector-pseudo', 'meta', 'property', 'subst', 'addition', 'deletion'])
    .map((kind) => `hljs-${kind}`),
)

const shown = new LRUCache<string, string>({ maxSize: 16 * 1024 * 1024, sizeCalculation: (after, before) => after.length + before.length + 1 })

const block = /<pre><code class="language-([\w+#-]+)">([^<]*)<\/code><\/pre>/g

/**
 * Clean article HTML as it is shown: code whose language is known comes with the classes that colour it. What is stored stays plain, so
 * that an editor gets back what was written.
 */
export function highlightCode(html: string): string {
  if (!html.includes('<code class="language-')) return html
  const known = shown.get(html)
  if (known !== undefined) return known
  const after = html.replaceAll(block, (whole, language: string, escaped: string) => {
    if (escaped.length > maximumCodeLength || !grammars().registered(language)) return whole
    const { children } = grammars().highlight(language, unescape(escaped))
    return `<pre><code class="language-${language}">${children.map(serialise).join('')}</code></pre>`
  })
  shown.set(html, after)
  return after
}

function serialise(node: Node): string {
  if (node.type === 'text') return escape(node.value)
  if (node.type !== 'element') return ''
  const inside = node.children.map((child) => serialise(child as Node)).join('')
  const kind = [node.properties.className].flat().find((name) => coloured.has(String(name)))
  return kind ? `<span class="${kind}">${inside}</span>` : inside
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

// What the cleaner escapes; its output knows no other names.
const unescape = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
