import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Site } from '#contract/site/site.ts'
import { Logo } from '#web/kit/ui/logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const link = 'inline-flex min-h-11 min-w-11 items-center gap-2.5 rounded-chip text-ink-2 hover:text-ink hover:underline'

/** Links, topics and contact, identical on every page. */
export function Footer({ site, categories }: { site: Site; categories: Category[] }) {
  const topics = categories.toSorted((a, b) => b.courseCount - a.courseCount).slice(0, 5)
  return (
    <footer data-theme="dark" className="site-footer mt-auto text-ink print:hidden">
      <div aria-hidden="true" className="tumpal-edge" />
      <div className="bg-nila-900">
        <div className="wrap grid gap-x-8 gap-y-10 pt-12 pb-10 md:grid-cols-3 xl:grid-cols-[1.6fr_1fr_1fr_1.2fr] xl:pt-16">
          <div className="md:col-span-3 xl:col-span-1">
            <Logo />
            <p className="mt-4 max-w-80 text-lg leading-snug font-semibold">{site.slogan}</p>
            {site.claim && <p className="mt-2 text-sm text-ink-3">{site.claim}</p>}
          </div>
          <Column title="Belajar">
            <FooterLink to={paths.catalogue()}>Semua kelas</FooterLink>
            <FooterLink to={paths.sale()}>Flash Sale</FooterLink>
            <FooterLink to={paths.learningPaths()}>Jalur belajar</FooterLink>
            <FooterLink to={paths.bundles()}>Paket</FooterLink>
            <FooterLink to={paths.ebooks()}>E-Book</FooterLink>
            <FooterLink to={paths.tips()}>Tips</FooterLink>
          </Column>
          <Column title="Topik">
            {topics.map(({ slug, name }) => (
              <FooterLink key={slug} to={paths.keyword({ keyword: slug })}>
                {name}
              </FooterLink>
            ))}
          </Column>
          <Column title="Bantuan">
            {site.contact.email && (
              <li>
                <a href={`mailto:${site.contact.email}`} className={link}>
                  <Mail className="size-4.5 shrink-0" />
                  {site.contact.email}
                </a>
              </li>
            )}
            {site.contact.phone && (
              <li>
                <a href={`tel:${site.contact.phone.replace(/[^\d+]/g, '')}`} className={link}>
                  <Phone className="size-4.5 shrink-0" />
                  {site.contact.phone}
                </a>
              </li>
            )}
            {site.instructorApplications && <FooterLink to={paths.becomeInstructor()}>Jadi instruktur</FooterLink>}
            <FooterLink to={paths.faq('judul')}>Pertanyaan umum</FooterLink>
          </Column>
        </div>
        <div className="wrap flex flex-wrap items-end justify-between gap-x-8 gap-y-6 border-t border-line pt-6 pb-8 text-sm text-ink-3">
          <p>{`© ${site.name}. Dibuat dengan tekun di Indonesia.`}</p>
          <ul className="flex flex-wrap gap-x-6">
            <FooterLink to={paths.terms()}>Syarat</FooterLink>
            <FooterLink to={paths.refunds()}>Pengembalian dana</FooterLink>
            <FooterLink to={paths.privacy()}>Privasi</FooterLink>
          </ul>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 text-sm font-bold text-ink">{title}</h2>
      <ul className="text-[0.9375rem]">{children}</ul>
    </div>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={link}>
        {children}
      </Link>
    </li>
  )
}
