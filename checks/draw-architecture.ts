import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '../architecture.ts'

const document = join(import.meta.dirname, '../docs/architecture.md')
const [begin, end] = ['<!-- floors: written by checks/draw-architecture.ts -->\n', '<!-- end of floors -->']

const heights = new Map<string, number>()

/** How many modules are below this one, at most, on a way down. */
function heightOf(name: string): number {
  const below = modules[name]?.mayImport ?? []
  const height = heights.get(name) ?? (below.length === 0 ? 0 : 1 + Math.max(...below.map(heightOf)))
  heights.set(name, height)
  return height
}

const inPlatform = (name: string) => name.startsWith('server/platform')

/** One side as text, the top floor first: what stands on a line imports from the lines below it only. */
function drawSide(side: string): string {
  const floors = Map.groupBy(
    Object.keys(modules).filter((name) => name.startsWith(`${side}/`) && (side !== 'server' || !inPlatform(name))),
    heightOf,
  )
  return [...floors]
    .toSorted(([a], [b]) => b - a)
    .map(([, names]) => `  ${names.map((name) => name.slice(side.length + 1)).join(' · ')}`)
    .join('\n')
}

/** The picture of the floors in docs/architecture.md, made from the module table. */
export const drawFloors = (): string =>
  [
    '```text',
    ...['server', 'server/platform', 'web', 'contract'].map((side) => `${side}\n${drawSide(side)}`),
    '```',
    '',
  ].join('\n')

/** The document with a picture in place of the one that it has. */
export function withFloors(text: string): string {
  const [before = '', rest = ''] = text.split(begin)
  const [, after = ''] = rest.split(end)
  return `${before}${begin}${drawFloors()}${end}${after}`
}

// `node checks/draw-architecture.ts` writes it.
if (import.meta.main) writeFileSync(document, withFloors(readFileSync(document, 'utf8')))
