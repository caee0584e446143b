import type { ReactNode } from 'react'
import { StateArt } from './state-art.tsx'

type Props = {
  title: string
  text?: string
  children?: ReactNode
  /** It is all of its page, and has its heading. */ isPage?: boolean
}

/** An empty list; links to other pages go into `children`. */
export function EmptyState({ title, text, children, isPage = false }: Props) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center px-4 py-14 text-center">
      <StateArt className="mb-6 text-nila" />
      <Title className="max-w-110 text-xl font-bold tracking-[-0.02em] text-balance wrap-anywhere">{title}</Title>
      {text && <p className="mt-2 max-w-110 text-ink-2 wrap-anywhere">{text}</p>}
      {children && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
