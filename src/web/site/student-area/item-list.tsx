import { Link } from 'react-router'
import { timeAgo } from '#web/learning/relative-time.ts'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import type { MyItem } from './my-items.ts'
import type { View } from './use-view.ts'

type Props = { items: readonly MyItem[]; view: View; now: Date }

/** Courses or e-books of the student, as cards or as a dense list. */
export const ItemList = ({ items, view, now }: Props) =>
  view === 'list' ? (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {items.map((item) => (
        <ItemRow key={item.id} item={item} />
      ))}
    </ul>
  ) : (
    <ul className="cards [--card-gap:1rem]">
      {items.map((item) => (
        <ItemCard key={item.id} item={item} now={now} />
      ))}
    </ul>
  )

const Title = ({ item }: { item: MyItem }) => (
  <h3 className="font-bold text-balance">
    <Link className="after:absolute after:inset-0" to={item.path}>
      {item.title}
    </Link>
  </h3>
)

/** Above the link that covers the item, so that its buttons can be clicked. */
const Actions = ({ item, className }: { item: MyItem; className: string }) =>
  item.actions && <div className={`relative z-10 ${className}`}>{item.actions}</div>

function ItemCard({ item, now }: { item: MyItem; now: Date }) {
  return (
    <li className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface soft hover:shadow-raised focus-within:shadow-raised">
      <img
        src={item.image}
        alt=""
        width="640"
        height="360"
        className="cover-art aspect-video w-full object-cover"
        loading="lazy"
      />
      <ProgressBar percent={item.percent} label={`Progres ${item.title}`} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <Title item={item} />
        {item.by && <p className="text-sm text-ink-3">{item.by}</p>}
        <p className="text-sm text-ink-2">
          <strong>{item.percent}%</strong> · {item.amount}
        </p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2 text-sm text-ink-3">
          <span>{item.lastUsedAt ? `Terakhir dibuka ${timeAgo(item.lastUsedAt, now)}` : 'Belum dibuka'}</span>
          {item.badge}
        </p>
        <p className="text-sm font-bold text-nila">{item.verb}</p>
        <Actions item={item} className="border-t border-line pt-3" />
      </div>
    </li>
  )
}

function ItemRow({ item }: { item: MyItem }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-sunken">
      <div className="min-w-[min(12rem,100%)] flex-1">
        <Title item={item} />
        <p className="text-sm text-ink-3">
          <strong className="text-ink-2">{item.percent}%</strong> · {item.amount}
        </p>
      </div>
      <div className="w-28 max-sm:hidden">
        <ProgressBar percent={item.percent} label={`Progres ${item.title}`} />
      </div>
      <p className="text-sm font-bold text-nila">{item.verb}</p>
      <Actions item={item} className="w-full" />
    </li>
  )
}
