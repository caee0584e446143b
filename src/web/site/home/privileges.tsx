import Award from 'lucide-react/icons/award'
import BookOpen from 'lucide-react/icons/book-open'
import Clock from 'lucide-react/icons/clock'
import Hammer from 'lucide-react/icons/hammer'
import Heart from 'lucide-react/icons/heart'
import InfinityIcon from 'lucide-react/icons/infinity'
import Users from 'lucide-react/icons/users'
import Wifi from 'lucide-react/icons/wifi'
import type { LucideIcon } from 'lucide-react'
import type { Benefit } from '#contract/site/home.ts'

const icons: Record<Benefit['icon'], LucideIcon> = {
  users: Users,
  clock: Clock,
  award: Award,
  hammer: Hammer,
  infinity: InfinityIcon,
  wifi: Wifi,
  book: BookOpen,
  heart: Heart,
}

export function Privileges({ benefits }: { benefits: readonly Benefit[] }) {
  if (benefits.length === 0) return null
  return (
    <section aria-labelledby="keuntungan-judul" className="bg-sunken">
      <div className="wrap section">
        <h2 id="keuntungan-judul" className="text-h2">
          Yang kamu dapat
        </h2>
        <ul className="mt-8 grid gap-x-12 gap-y-9 md:grid-cols-2 xl:mt-12 xl:grid-cols-3 xl:gap-y-12">
          {benefits.map(({ _id: id, icon, title, text }) => (
            <li key={id} className="flex gap-4 xl:block">
              <span className="grid size-12 shrink-0 place-items-center rounded-card bg-surface text-nila shadow-card">
                <BenefitIcon icon={icon} />
              </span>
              <div>
                <h3 className="text-lg xl:mt-5">{title}</h3>
                <p className="mt-1 text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function BenefitIcon({ icon }: Pick<Benefit, 'icon'>) {
  const Icon = icons[icon]
  return <Icon className="size-6" strokeWidth={1.75} />
}
