import type { ReactNode } from 'react'
import { Breadcrumb, type Crumb } from '#web/kit/ui/breadcrumb.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'

/** The heading of a list, with an optional lead text. */
export function ListHeading({
  title,
  crumbs,
  children,
}: {
  title: string
  crumbs?: readonly Crumb[]
  children?: ReactNode
}) {
  return (
    <div className={classNames('wrap pb-6 md:pb-8', crumbs ? 'pt-3 md:pt-6' : 'pt-8 md:pt-12')}>
      {crumbs && <Breadcrumb crumbs={crumbs} />}
      <h1 className="text-h1 font-extrabold">{title}</h1>
      {children && <div className="mt-2 max-w-180 text-ink-2">{children}</div>}
    </div>
  )
}

/** The heading of a category page, over the batik cover of the category. */
export function CategoryHeading({
  slug,
  title,
  crumbs,
  children,
}: {
  slug: string
  title: string
  crumbs: readonly Crumb[]
  children: ReactNode
}) {
  return (
    <div className="wrap pt-4 pb-6 md:pt-6 md:pb-8">
      <div
        data-theme="dark"
        className="relative isolate overflow-hidden rounded-panel bg-nila-900 px-6 pt-4 pb-9 text-white md:px-10 md:pt-6 md:pb-12"
      >
        <img
          src={`/cover/${encodeURIComponent(slug)}/menu.svg`}
          alt=""
          width={640}
          height={360}
          className="cover-art corner-art absolute inset-0 -z-20 size-full object-cover object-right-top"
        />
        <div className="shade-start absolute inset-0 -z-10" />
        <Breadcrumb crumbs={crumbs} />
        <h1 className="mt-1 text-h1 font-extrabold">{title}</h1>
        <div className="mt-2 max-w-120 font-medium">{children}</div>
      </div>
    </div>
  )
}
