import { createContext, Fragment, startTransition, useContext, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'

const ReloadContext = createContext<() => void>(() => location.reload())

/** Loads the data of the page again and starts its forms anew. */
export const useReloadForms = () => useContext(ReloadContext)

/** The part of a page whose forms start anew after a reload. The document stays, and with it drafts that could not be stored. */
export function ReloadableForms({ children }: { children: ReactNode }) {
  const { revalidate } = useRevalidator()
  const [round, setRound] = useState(0)

  async function reload() {
    await revalidate()
    // A transition, as the update of the router is: the forms start with the new data.
    startTransition(() => setRound((before) => before + 1))
  }

  return (
    <ReloadContext value={() => void reload()}>
      <Fragment key={round}>{children}</Fragment>
    </ReloadContext>
  )
}
