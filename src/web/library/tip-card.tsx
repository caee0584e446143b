import { Link } from 'react-router'
import type { TipCard as Tip } from '#contract/library/library.ts'
import { paths } from '#contract/kit/paths.ts'
import { TipFacts } from './tip-facts.tsx'

/** A tip in a list. The link covers the whole card. */
export function TipCard({ tip, eager = false }: { tip: Tip; eager?: boolean }) {
  return (
    <article className="group relative grid h-full grid-cols-[min(5rem,27%)_minmax(0,1fr)] content-start gap-x-4 gap-y-3 overflow-hidden rounded-card border border-line bg-surface p-4 shadow-card soft lift focus-within:border-nila md:flex md:flex-col md:gap-0 md:p-0">
      <div className="aspect-square overflow-hidden rounded-field bg-sunken md:aspect-[5/2] md:rounded-none">
        <img
          src={tip.thumbnailUrl}
          alt=""
          width={640}
          height={360}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="cover-art size-full zoom object-cover"
        />
      </div>
      <div className="min-w-0 md:px-5 md:pt-5">
        <p className="flex flex-wrap gap-x-2 text-xs font-semibold text-nila">
          {tip.tags.slice(0, 3).map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
        <h3 className="mt-1 text-lg leading-snug font-bold text-balance">
          <Link
            to={paths.tip({ slug: tip.slug })}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
          >
            {tip.title}
          </Link>
        </h3>
      </div>
      <div className="col-span-2 flex flex-1 flex-col md:px-5 md:pt-2 md:pb-5">
        <p className="text-[0.9375rem] text-ink-2">{tip.summary}</p>
        <TipFacts tip={tip} className="mt-auto pt-2.5 md:pt-4" />
      </div>
    </article>
  )
}
