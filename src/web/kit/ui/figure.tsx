import { classNames } from './class-names.ts'

/** In characters: an amount of millions, and one of tens of millions. */
const [short, long] = [11, 13]

export type FigureLook = { /** The large figure of a page. */ isTotal?: boolean; className?: string }

/** A figure on one line. Large text grows as long as the figure fits on a phone. */
export function Figure({ text, isTotal = false, className }: { text: string } & FigureLook) {
  const total = text.length > long ? 'text-[min(1.75rem,6.5vw)] leading-tight' : 'text-[min(1.75rem,9vw)] leading-tight'
  const inline = text.length > long ? 'text-[min(1em,6.5vw)]' : text.length > short && 'text-[min(1em,8vw)]'
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', isTotal ? total : inline, className)}>{text}</span>
  )
}
