import type { ReactNode } from 'react'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { Stairs } from '#web/kit/ui/feedback/stairs.tsx'

type Props = { code: string; title: string; text: string; detail?: string | null; children: ReactNode }

/** The layout of all error pages. */
export function ErrorFrame({ code, title, text, detail, children }: Props) {
  return (
    <div className="wrap grid min-h-[64dvh] place-items-center py-14">
      <PageHead title={title} noIndex />
      <div className="flex max-w-140 flex-col items-center text-center">
        <Stairs isStepMissing className="-mt-6 h-50 w-44" />
        <p className="mt-8 text-sm font-bold tracking-wide text-nila">{code}</p>
        <h1 className="mt-1 text-h1 font-extrabold">{title}</h1>
        <p className="mt-3 text-lg text-ink-2">{text}</p>
        {detail && <p className="mt-3 rounded-full bg-sunken px-4 py-1.5 text-sm text-ink-2">{detail}</p>}
        <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </div>
  )
}
