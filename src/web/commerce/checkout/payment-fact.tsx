import type { ReactNode } from 'react'
import { CopyButton } from '#web/kit/ui/sharing/copy-button.tsx'

/** One fact of how to pay; `copied` is what its button copies. */
export function PaymentFact({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 text-[min(1em,8vw)] font-bold wrap-anywhere tabular-nums">{children}</span>
        {copied && <CopyButton text={copied} what={label} />}
      </dd>
    </div>
  )
}
