import { useId, type ReactNode } from 'react'

/** One section of the settings, labelled by its heading. */
export function Section({
  title,
  lead,
  anchor,
  children,
}: {
  title: string
  lead?: string
  /** Its id, for links to it. */ anchor?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 id={id} tabIndex={-1} className="text-lg font-bold">
        {title}
      </h2>
      {lead && <p className="mt-1 text-ink-2">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
