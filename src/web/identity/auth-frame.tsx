import type { ReactNode } from 'react'

/** The frame of the sign-in and sign-up pages: the form, and from 1024 px a batik panel beside it. */
export function AuthFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-[1200px] gap-10 px-4 py-10 md:px-6 lg:grid-cols-[440px_1fr] lg:px-10 lg:py-16">
      <div className="mx-auto w-full max-w-[440px]">
        <h1 className="text-3xl font-extrabold">{title}</h1>
        <p className="mt-2 mb-6 text-ink-2">{lead}</p>
        {children}
      </div>
      <div className="relative hidden overflow-hidden rounded-dialog bg-nila-900 lg:block">
        <img src="/cover/cendaki/masuk.svg" alt="" width="640" height="360" className="absolute inset-0 size-full object-cover opacity-60" />
        <p className="absolute inset-x-10 bottom-10 text-3xl font-extrabold text-balance text-white">Naik kelas, satu langkah tiap hari.</p>
      </div>
    </div>
  )
}
