import { Link } from 'react-router'

type Props = {
  id: string
  title: string
  /** The label names the count. */
  rows: readonly { count: number; label: string; to: string }[]
}

/** Things that wait for an admin, each with the way to it. Nothing where nothing waits. */
export function WaitingList({ id, title, rows }: Props) {
  const waiting = rows.filter(({ count }) => count > 0)
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-8 rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      <ul className="mt-3 grid gap-1">
        {waiting.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-11 items-center gap-1 font-semibold text-nila underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
