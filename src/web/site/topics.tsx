import { Link } from 'react-router'
import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'

/** The categories as a grid of their batik covers. */
export function Topics({ categories }: { categories: Category[] }) {
  const shown = categories.filter(({ courseCount }) => courseCount > 0)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="topik-judul" className="wrap section pt-0!">
      <h2 id="topik-judul" className="text-h2">
        Pilih titik mulaimu
      </h2>
      <p className="mt-2 mb-6 text-ink-2 md:mb-8">Satu topik, satu motif batik. Kenali dari kainnya.</p>
      <ul className="cards [--card-gap:0.75rem] [--card:8.5rem] [--cards:2] md:[--card-gap:1rem] md:[--cards:3] xl:[--cards:4]">
        {shown.map(({ slug, name, courseCount }) => (
          <li key={slug}>
            <Link
              to={paths.keyword({ keyword: slug })}
              className="group relative isolate flex h-full min-h-24 flex-col justify-end overflow-hidden rounded-card bg-nila-900 p-4 text-white shadow-card soft lift md:min-h-29 md:p-5 xl:min-h-36"
            >
              <img
                src={`/cover/${encodeURIComponent(slug)}/menu.svg`}
                alt=""
                width={640}
                height={360}
                loading="lazy"
                decoding="async"
                className="cover-art absolute inset-0 -z-20 size-full corner-art zoom object-cover object-right-top"
              />
              <span className="shade-bottom absolute inset-0 -z-10" />
              <span className="leading-tight font-bold md:text-lg">{name}</span>
              <span className="text-sm font-medium">{courseCount} kelas</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
