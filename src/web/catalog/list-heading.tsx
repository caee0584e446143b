import type { ReactNode } from 'react'

/** The head of a list: what it is, in one line and one sentence. */
export function ListHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="wrap pt-8 pb-6 md:pt-12 md:pb-8">
      <h1 className="text-h1 font-extrabold">{title}</h1>
      {children && <div className="mt-2 max-w-180 text-ink-2">{children}</div>}
    </div>
  )
}

/** The head of a category: its own batik as a cloth band, the words on its dark end. */
export function CategoryHeading({ slug, title, children }: { slug: string; title: string; children: ReactNode }) {
  return (
    <div className="wrap pt-4 pb-6 md:pt-6 md:pb-8">
      <div className="relative isolate overflow-hidden rounded-panel bg-nila-900 px-6 py-9 text-white md:px-10 md:py-14">
        <img
          src={`/cover/${encodeURIComponent(slug)}/menu.svg`}
          alt=""
          width={640}
          height={360}
          className="cover-art corner-art absolute inset-0 -z-20 size-full object-cover object-right-top"
        />
        <div className="shade-start absolute inset-0 -z-10" />
        <h1 className="text-h1 font-extrabold">{title}</h1>
        <div className="mt-2 max-w-120 font-medium">{children}</div>
      </div>
    </div>
  )
}
