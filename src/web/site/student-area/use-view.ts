import { useSearchParams } from 'react-router'
import { deviceValue } from '#web/kit/device/device-value.ts'

const views = ['grid', 'list'] as const
export type View = (typeof views)[number]
const toView = (value: unknown): View | null => views.find((view) => view === value) ?? null

const stored = deviceValue<View | null>({ key: 'cendaki-my-items-view', parse: toView })

/** Cards or a dense list: what the URL names, else what was chosen last on this device. */
export function useView(): [View, (view: View) => void] {
  const [search, setSearch] = useSearchParams()
  function choose(view: View) {
    stored.write(view)
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('view', view)
        return next
      },
      { preventScrollReset: true },
    )
  }
  return [toView(search.get('view')) ?? stored.read() ?? 'grid', choose]
}
