import { removedBlocks } from './blocks.ts'
import { parseForeign, writeForeign } from './tree.ts'
import { keepLines } from './kept-lines.ts'
import { withStyledMarks } from './styled-marks.ts'

const blocks = new RegExp(String.raw`<(?:${[...removedBlocks, 'menu', 'dir'].join('|')})\b`, 'i')
const styles = /<[^<>]*(?:text-decoration|vertical-align|font-weight|font-style)/i

/** HTML that says with elements that stay what cleaning would take away with others: lines of blocks, and marks that are styles. */
export const keepMeaning = (html: string): string =>
  blocks.test(html) || styles.test(html) ? writeForeign(keepLines(withStyledMarks(parseForeign(html)))) : html
