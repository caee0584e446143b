import { createContext, Fragment, useContext, useState, type ReactNode } from 'react'
import { useMatches, useRevalidator } from 'react-router'

const ReloadContext = createContext<() => void>(() => location.reload())

/** Loads the data of the page again and starts its forms anew. */
export const useReloadForms = () => useContext(ReloadContext)

/** The part of a page whose forms start anew after a reload. The document stays, and with it drafts that could not be stored. */
export function ReloadableForms({ children }: { children: ReactNode }) {
  const { revalidate } = useRevalidator()
  const data = useMatches().map(({ loaderData }) => loaderData)
  const [round, setRound] = useState(0)
  /** The data that a reload replaces; null without one. */
  const [replaced, setReplaced] = useState<readonly unknown[] | null>(null)

  // With the render that has the new data: forms that started earlier would keep the old values.
  if (replaced?.some((before, index) => before !== data[index])) {
    setReplaced(null)
    setRound(round + 1)
  }

  function reload() {
    setReplaced(data)
    void revalidate()
  }

  return (
    <ReloadContext value={reload}>
      <Fragment key={round}>{children}</Fragment>
    </ReloadContext>
  )
}
