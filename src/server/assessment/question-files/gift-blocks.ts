import { isAikenAnswer, isAikenOption } from './gift-aiken.ts'

/** The line is counted from 1. */
export type Block = { line: number; text: string }

/** Questions are separated by empty lines. Those of Aiken end with their answer, and word processors put empty lines within them. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
  const hasAiken = lines.some(isAikenAnswer)
  let current: string[] = []
  let [first, empty] = [1, 0]
  let [hasOptions, hasBraces] = [false, false]
  const end = () => {
    if (current.length > 0) blocks.push({ line: first, text: current.join('\n') })
    current = []
    hasOptions = hasBraces = false
  }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') {
      empty++
      continue
    }
    const isOption = hasAiken && isAikenOption(line)
    const isAnswer = hasAiken && isAikenAnswer(line)
    if (empty > 0 && (hasBraces || !(isOption || isAnswer))) end()
    if (current.length === 0) first = index + 1
    // Lines are counted in a block.
    else for (let left = empty; left > 0; left--) current.push('')
    empty = 0
    current.push(line)
    hasOptions ||= isOption
    hasBraces ||= line.includes('{')
    if (isAnswer && hasOptions) end()
  }
  end()
  return blocks
}
