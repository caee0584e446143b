import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ReloadableForms } from './form/reload-forms.tsx'
import { PageHead, useSiteName } from '#web/kit/ui/page-head.tsx'

type Props = {
  title: string
  lead?: ReactNode
  /** The parent page in the site structure, which may differ from the previous history entry. */
  back?: { to: string; label: string }
  /** Buttons beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** Layout of a staff page: back link, heading, actions. */
export function StaffPage({ title, lead, back, actions, children }: Props) {
  return (
    <div className="mx-auto max-w-[1120px] px-4 py-6 md:px-6 lg:px-10 lg:py-10">
      <PageHead title={`${title} | Admin ${useSiteName()}`} noIndex />
      {back && (
        <Link
          to={back.to}
          className="mb-3 inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-ink-2 hover:text-ink print:hidden"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-extrabold text-balance wrap-anywhere outline-none md:text-3xl">{title}</h1>
          {lead && <p className="mt-1 max-w-[65ch] text-ink-2">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
      <ReloadableForms>{children}</ReloadableForms>
    </div>
  )
}
