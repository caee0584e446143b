import { classNames } from '#web/kit/ui/class-names.ts'

/** A grey placeholder in the final size. The component that uses it announces "Memuat…". */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('max-w-full animate-[skeleton_1.6s_ease-in-out_infinite] rounded-chip bg-line', className)}
    />
  )
}
