import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeTone = 'success' | 'promo' | 'neutral' | 'danger' | 'info'

const tones: Record<BadgeTone, string> = {
  success: 'bg-daun-50 text-daun',
  promo: 'bg-kunyit-50 text-kunyit-ink',
  neutral: 'bg-sunken text-ink-2',
  danger: 'bg-mengkudu-50 text-mengkudu',
  info: 'bg-info-50 text-info',
}

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.75 text-xs font-bold whitespace-nowrap max-[24rem]:whitespace-normal',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
