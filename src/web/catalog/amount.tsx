import { formatRupiah } from '#contract/kit/money.ts'
import { classNames } from '#web/kit/ui/class-names.ts'

/** In characters: an amount of millions, and one of tens of millions. */
const [short, long] = [11, 13]

/** An amount on one line. Large text grows as long as the amount fits on a phone. `isTotal`: the large figure of a page. */
export function Amount({ idr, isTotal = false, className }: { idr: number; isTotal?: boolean; className?: string }) {
  const text = formatRupiah(idr)
  const size = isTotal
    ? text.length > long
      ? 'text-[min(1.75rem,6.5vw)] leading-tight'
      : 'text-[min(1.75rem,9vw)] leading-tight'
    : text.length > long
      ? 'text-[min(1em,6.5vw)]'
      : text.length > short && 'text-[min(1em,8vw)]'
  return <span className={classNames('whitespace-nowrap tabular-nums', size, className)}>{text}</span>
}
