/** A part of plain text that somebody wrote: lines that belong together, or the entries of a list. */
export type TextBlock = {
  kind: 'paragraph' | 'bullets' | 'numbers'
  lines: string[]
  /** Numbers of a numbered list, as written. */ numbers?: number[]
}

const bullet = /^\s*[-*•–]\s+(?=\S)/
const number = /^\s*\d{1,3}[.)]\s+(?=\S)/
const kindOf = (line: string): TextBlock['kind'] =>
  bullet.test(line) ? 'bullets' : number.test(line) ? 'numbers' : 'paragraph'

/** Paragraphs are separated by blank lines; lines that begin as entries are lists. A line after an entry goes on with it when it is indented. */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let isNew = true
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') {
      isNew = true
      continue
    }
    const kind = kindOf(line)
    const last = blocks.at(-1)
    const entry = last?.lines.at(-1)
    if (
      last &&
      entry !== undefined &&
      !isNew &&
      kind === 'paragraph' &&
      last.kind !== 'paragraph' &&
      /^\s/.test(line)
    ) {
      last.lines[last.lines.length - 1] = `${entry} ${line.trim()}`
    } else if (last && last.kind === kind && (!isNew || kind !== 'paragraph')) add(last, line)
    else blocks.push(add({ kind, lines: [] }, line))
    isNew = false
  }
  return blocks
}

function add(block: TextBlock, line: string): TextBlock {
  if (block.kind === 'numbers') (block.numbers ??= []).push(Number.parseInt(line, 10))
  block.lines.push((block.kind === 'numbers' ? line.replace(number, '') : line.replace(bullet, '')).trim())
  return block
}
