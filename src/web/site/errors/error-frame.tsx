import type { ReactNode } from 'react'
import { PageHead } from '#web/ui/page-head.tsx'

type Props = { code: string; title: string; text: string; detail?: string | null; children: ReactNode }

/** The one template of everything that went wrong: a step is missing, but the stairs go on. */
export function ErrorFrame({ code, title, text, detail, children }: Props) {
  return (
    <div className="wrap grid min-h-[64dvh] place-items-center py-14">
      <PageHead title={title} noIndex />
      <div className="flex max-w-140 flex-col items-center text-center">
        <MissingStep />
        <p className="mt-8 text-sm font-bold tracking-wide text-nila">{code}</p>
        <h1 className="mt-1 text-h1 font-extrabold">{title}</h1>
        <p className="mt-3 text-lg text-ink-2">{text}</p>
        {detail && <p className="mt-3 rounded-full bg-sunken px-4 py-1.5 text-sm text-ink-2">{detail}</p>}
        <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
      </div>
    </div>
  )
}

function MissingStep() {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 132" className="h-33 w-50" fill="none">
      <rect x="0" y="92" width="40" height="40" className="fill-kunyit" />
      <path d={petals} transform="translate(0 92)" fill="#8a4b00" />
      <rect x="40" y="52" width="40" height="80" className="fill-nila" />
      <path d={petals} transform="translate(40 92)" className="fill-surface" fillOpacity=".4" />
      <path d={petals} transform="translate(40 52)" className="fill-surface" fillOpacity=".4" />
      <rect x="83" y="47" width="34" height="83" rx="2" className="stroke-border" strokeWidth="2" strokeDasharray="2 6" strokeLinecap="round" />
      <rect x="120" y="12" width="40" height="120" className="fill-mengkudu" />
      <path d={petals} transform="translate(120 12)" className="fill-surface" fillOpacity=".4" />
      <path d={petals} transform="translate(120 52)" className="fill-surface" fillOpacity=".4" />
      <path d={petals} transform="translate(120 92)" className="fill-surface" fillOpacity=".4" />
      <rect x="160" y="0" width="40" height="132" className="fill-daun" />
      <circle cx="60" cy="36" r="15" className="fill-kunyit" />
    </svg>
  )
}

const petals = 'M19 19C10 18 3 13 3 3c10 0 15 7 16 16zM21 19c1-9 6-16 16-16 0 10-7 15-16 16zM21 21c9 1 16 6 16 16-10 0-15-7-16-16zM19 21c-1 9-6 16-16 16 0-10 7-15 16-16z'
