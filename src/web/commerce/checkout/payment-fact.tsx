import type { ReactNode } from 'react'
import { CopyButton } from '#web/kit/ui/sharing/copy-button.tsx'

/** One fact of how to pay; `copied` is what its button copies. */
export function PaymentFact({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <dt className="text-sm text-ink-3">{label}</dt>
        <dd className="font-bold wrap-anywhere tabular-nums">{children}</dd>
      </div>
      {copied && <CopyButton text={copied} what={label} />}
    </div>
  )
}
