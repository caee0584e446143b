import { createRequire } from 'node:module'
import type * as Lowlight from 'lowlight'
import type { CodeBlock } from './paint-code.ts'

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
/** For all code of one call. Once it is used up, the remaining blocks wait for the next one. */
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

/**
 * The colours of each piece of code, as lengths with names; empty for code that stays plain, null for what the time of one call was not enough for.
 * Runs in a worker process.
 */
export function colourCode(blocks: readonly CodeBlock[]): (string | null)[] {
  const { registered } = grammars()
  const began = process.threadCpuUsage()
  return blocks.map(({ language, code }, index) => {
    if (!registered(language) || isTooLong(code)) return ''
    return index > 0 && cpuMsSince(began) > cpuBudgetMs ? null : highlight(language, code)
  })
}

const isTooLong = (code: string): boolean =>
  code.length > maximumCodeLength || code.split('\n').some((line) => line.length > maximumLineLength)

function cpuMsSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}

/** Empty when the grammar fails: an article with such code must stay readable. */
function highlight(language: string, code: string): string {
  try {
    return grammars()
      .highlight(language, code)
      .children.flatMap((node) => runsOf(node, ''))
      .join(' ')
  } catch {
    return ''
  }
}

/** The parts of a node; a part without a colour of its own has that of the part around it. */
function runsOf(node: Node, around: string): string[] {
  if (node.type === 'text') return node.value === '' ? [] : [`${node.value.length}${around}`]
  if (node.type !== 'element') return []
  const kind = [node.properties.className].flat().find((name) => coloured.has(String(name)))
  return node.children.flatMap((child) => runsOf(child as Node, kind ? String(kind).replace('hljs-', '') : around))
}
