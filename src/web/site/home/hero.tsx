import Check from 'lucide-react/icons/check'
import type { Home } from '#contract/site/home.ts'
import { paths } from '#contract/kit/paths.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import heroArt from '#web/kit/ui/feedback/climb.svg'

type Props = {
  hero: Home['hero']
  claim: string
  courseCount: number
  /** Other than in the preview of staff, it is the heading of its page. */
  Heading?: 'h1' | 'p'
}

/** Slogan, two links to the catalogue, and the illustration. */
export function Hero({ hero, claim, courseCount, Heading = 'h1' }: Props) {
  const facts = [
    courseCount > 0 ? `${courseCount} kelas berbahasa Indonesia` : 'Kelas berbahasa Indonesia',
    'Akses selamanya',
    'Sertifikat setelah selesai',
  ]
  return (
    <section aria-labelledby="hero-judul" data-theme="dark" className="hero kawung-cloth bg-nila-900 text-ink">
      <div className="wrap hero-grid">
        <div className="hero-words">
          {claim && (
            <p className="inline-flex items-center gap-2 rounded-full border border-border px-3.5 py-1.5 text-sm font-semibold">
              <span className="size-2 rounded-full bg-kunyit" />
              {claim}
            </p>
          )}
          <Heading id="hero-judul" className="mt-5 max-w-[13ch] text-display font-extrabold text-white">
            {hero.title}
          </Heading>
          <p className="mt-5 max-w-125 text-lg text-ink-2">{hero.text}</p>
          <div className="mt-8 flex flex-col gap-3 md:flex-row">
            <ButtonLink to={paths.catalogue()} variant="buy" size="lg">
              Lihat semua kelas
            </ButtonLink>
            <ButtonLink
              to={paths.catalogue({ type: 'free' })}
              variant="outline"
              size="lg"
              className="bg-transparent! hover:bg-sunken!"
            >
              Mulai gratis
            </ButtonLink>
          </div>
          <ul className="hero-facts">
            {facts.map((fact) => (
              <li key={fact} className="flex items-start gap-2">
                <Check className="mt-0.5 size-4 shrink-0 text-kunyit" strokeWidth={3} />
                {fact}
              </li>
            ))}
          </ul>
        </div>
        <img
          src={hero.picture ?? heroArt}
          alt=""
          width={500}
          height={500}
          fetchPriority="high"
          className={classNames('hero-art', hero.picture && 'rounded-card')}
        />
      </div>
    </section>
  )
}
