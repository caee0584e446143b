import type { ReactNode } from 'react'

/** A section of a long form. On a wide screen the title is on the left and the fields on the right. */
export const FormSection = ({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) => (
  <section className="grid gap-5 rounded-card border border-line bg-surface p-5 md:p-7 lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-10">
    <div>
      <h2 className="text-lg font-bold">{title}</h2>
      {text && <p className="mt-1 text-sm text-ink-3">{text}</p>}
    </div>
    <div className="grid content-start gap-5">{children}</div>
  </section>
)
