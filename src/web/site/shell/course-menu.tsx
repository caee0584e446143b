import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'
import { CategorySwatch } from '#web/catalog/lists/topic-list.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { useDisclosure } from '#web/kit/ui/behaviour/use-disclosure.ts'

const trigger =
  'flex h-11 items-center gap-1 rounded-button px-3 font-semibold text-ink-2 hover:bg-sunken hover:text-ink'
const frame =
  'absolute top-full left-0 z-40 mt-4 w-[800px] max-w-[calc(100vw-3rem)] overflow-hidden rounded-dialog border border-line bg-surface shadow-dialog'

type Props = { categories: Category[]; /** Empty: none. */ claim: string }

/** The Kelas panel of wide screens: a `<details>` until hydration, then a disclosure button. */
export function CourseMenu(props: Props) {
  const [enhanced, setEnhanced] = useState(false)
  useEffect(() => setEnhanced(true), [])
  if (enhanced) return <Disclosure {...props} />
  return (
    <details className="group">
      <summary className={trigger}>
        Kelas
        <ChevronDown className="size-4 group-open:rotate-180" />
      </summary>
      <div className={frame}>
        <Panel {...props} />
      </div>
    </details>
  )
}

function Disclosure(props: Props) {
  const panelId = useId()
  const { open, setOpen, root, button } = useDisclosure<HTMLDivElement>()
  return (
    <div ref={root}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
        className={classNames(trigger, open && 'bg-sunken text-ink')}
      >
        Kelas
        <ChevronDown className={classNames('size-4 soft', open && 'rotate-180')} />
      </button>
      <div id={panelId} hidden={!open} className={classNames(frame, 'animate-[toast-in_180ms_var(--ease-out)]')}>
        <Panel {...props} />
      </div>
    </div>
  )
}

function Panel({ categories, claim }: Props) {
  return (
    <div className="grid grid-cols-[240px_minmax(0,1fr)]">
      <div data-theme="dark" className="kawung-cloth relative isolate flex flex-col bg-nila-900 p-6 text-ink">
        <p className="text-2xl leading-tight font-extrabold">Build Your Future Career</p>
        <p className="mt-3 mb-6 text-sm text-ink-2">Explore kelas gratis dan berbayar bersama mentor expert</p>
        {claim && <p className="mb-6 text-sm font-semibold">{claim}</p>}
        <ButtonLink to={paths.catalogue()} variant="buy" className="mt-auto">
          All Courses
        </ButtonLink>
      </div>
      <ul className="grid grid-cols-3 content-start gap-1 p-4">
        {categories.map(({ slug, name, courseCount }) => (
          <li key={slug}>
            <Link
              to={paths.keyword({ keyword: slug })}
              className="flex min-h-15 items-center gap-3 rounded-button p-2 hover:bg-sunken"
            >
              <CategorySwatch slug={slug} className="size-9! rounded-field" />
              <span className="min-w-0 leading-tight">
                <span className="block text-sm font-semibold">{name}</span>
                <span className="text-xs text-ink-3">{`${courseCount} kelas`}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
