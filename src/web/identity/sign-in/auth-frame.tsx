import type { ReactNode } from 'react'
import climb from '#web/kit/ui/feedback/climb.svg'

/** The frame of the sign-in and sign-up pages: the form, and from 1024 px an illustration beside it. */
export function AuthFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="wrap grid gap-10 py-10 lg:grid-cols-[440px_1fr] lg:gap-16 lg:py-16">
      <div className="mx-auto w-full max-w-[440px]">
        <h1 className="text-3xl font-extrabold">{title}</h1>
        <p className="mt-2 mb-6 text-ink-2">{lead}</p>
        {children}
      </div>
      <div
        data-theme="dark"
        className="kawung-cloth relative isolate hidden min-h-130 flex-col justify-between gap-8 overflow-hidden rounded-panel bg-nila-900 pt-12 pl-12 lg:flex"
      >
        <p className="max-w-[15ch] text-h1 font-extrabold text-white">Naik kelas, satu langkah tiap hari.</p>
        <img src={climb} alt="" width="500" height="500" loading="lazy" className="w-88 max-w-[85%] self-end" />
      </div>
    </div>
  )
}
