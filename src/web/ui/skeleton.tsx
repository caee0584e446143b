import { classNames } from './class-names.ts'

/** A grey stand-in of the final size; whoever shows it says "Memuat…" in words. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-[skeleton_1.6s_ease-in-out_infinite] rounded-chip bg-line', className)} />
}
